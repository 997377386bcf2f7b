package io.streambench.study;

import io.streambench.config.DocumentPlacement;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.documents.ExpectedResponse;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The places of the phase diagram: cells over windows, buffer ratios and sizes of responses, a walk
 * over the line at Jetty's own windows, and places on and just below it whose shards hold runs.
 */
final class WindowPlaces {
  private static final List<String> RATIOS = List.of("0.25", "0.8");
  private static final int OTHER_AXIS_STREAMS = 6;

  private static final int STREAM_WINDOW = 256 * 1024;

  /** The stream window for other buffer ratios, and for runs: does not {@link #floods}. */
  private static final int LARGE_STREAM_WINDOW = 1024 * 1024;

  /** Responses by the stream window: more than a window, so that its size does not matter. */
  private static final double LARGE = 4;

  private static final int DOC_BYTES = 2_048;
  private static final String DEFAULT = RecvWindow.DEFAULT;

  private static final int LINE_STREAMS = 12;
  private static final int LINE_DOC_BYTES = 1_024;
  static final String LINE = "line-";

  /** Places whose shards hold runs of the sort order. */
  static final String RUNS = "runs-";

  /** The bytes by which places lie below the line: on it, next to it, and a chunk of Jetty's. */
  private static final Map<String, Integer> BYTES_BELOW =
      new TreeMap<>(Map.of("line", 0, "below1", 1, "below16k", 16 * 1024));

  private WindowPlaces() {}

  static List<StudyCell> all(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    if (scale == Scale.QUICK) {
      for (double windows : List.of(1.5, 3.0, 4.0, 8.0)) {
        cells.add(cell(4, STREAM_WINDOW, windows, DEFAULT, LARGE));
      }
      return List.copyOf(cells);
    }
    for (int streams : List.of(2, 3, 4, 6, 8, 12)) {
      for (double windows : List.of(1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0)) {
        cells.add(cell(streams, STREAM_WINDOW, windows, DEFAULT, LARGE));
      }
    }
    for (String ratio : RATIOS) {
      for (double windows : List.of(4.0, 5.5, 7.0, 10.0, 20.0, 28.0)) {
        cells.add(cell(OTHER_AXIS_STREAMS, LARGE_STREAM_WINDOW, windows, ratio, LARGE));
      }
    }
    for (double responses : List.of(0.5, 1.0)) {
      for (double windows : List.of(2.0, 3.0, 4.0, 6.0, 8.0, 12.0)) {
        cells.add(cell(OTHER_AXIS_STREAMS, STREAM_WINDOW, windows, DEFAULT, responses));
      }
    }
    // A walk at Jetty's own windows.
    for (int percent = 92; percent <= 114; percent += 2) {
      cells.add(onTheLine(percent / 100.0));
    }
    // Places of the same cluster one after the other, so that it need not live for longer.
    cells.addAll(inRuns("stock", 2, RecvWindow.JETTY_STREAM_BYTES, DEFAULT));
    // The other way to keep below it: Jetty's session window, and a byte less for each stream.
    cells.add(inRuns("stock-stream1", 2, RecvWindow.JETTY_STREAM_BYTES - 1, DEFAULT, 1));
    for (int streams : List.of(2, 3, 4, 6)) {
      cells.addAll(inRuns("k" + streams, streams, LARGE_STREAM_WINDOW, DEFAULT));
    }
    for (String ratio : RATIOS) {
      cells.addAll(inRuns("k2-p" + ratio, 2, LARGE_STREAM_WINDOW, ratio));
    }
    return List.copyOf(cells);
  }

  /** Windows of a session, and responses, by the stream window. */
  private static StudyCell cell(
      int streams, int streamWindow, double windows, String ratio, double responses) {
    long bytes = (long) (responses * streamWindow);
    return recorded(
        Text.of(
            "k%d-w%s%s%s",
            streams,
            windows,
            ratio.equals(DEFAULT) ? "" : "-p" + ratio,
            responses == LARGE ? "" : "-r" + responses),
        streams,
        (int) (streams * bytes / DOC_BYTES),
        Text.of(
            "docSizeBytes=%d initialStreamRecvWindow=%d initialSessionRecvWindow=%d bufferRatio=%s",
            DOC_BYTES, streamWindow, (int) (windows * streamWindow), ratio));
  }

  /** The most documents up to that load of the usable window, at Jetty's own windows. */
  private static StudyCell onTheLine(double load) {
    String label = Text.of("%s%.2f", LINE, load);
    String size = "docSizeBytes=" + LINE_DOC_BYTES;
    int low = 1;
    int high = 1 << 14; // more than any load of the walk takes
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (ruleOf(place(label, LINE_STREAMS, middle, size)).load() <= load) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return recorded(label, LINE_STREAMS, low, size);
  }

  private static List<StudyCell> inRuns(String label, int streams, int streamWindow, String ratio) {
    return BYTES_BELOW.entrySet().stream()
        .map(at -> inRuns(label + "-" + at.getKey(), streams, streamWindow, ratio, at.getValue()))
        .toList();
  }

  /** The most that can lie unread is so many bytes below the usable window. */
  private static StudyCell inRuns(
      String label, int streams, int streamWindow, String ratio, int below) {
    double part =
        ratio.equals(DEFAULT) ? FlowControlSettings.JETTY_BUFFER_RATIO : Double.parseDouble(ratio);
    long unread = (streams - 1L) * streamWindow;
    long sessionWindow = unread + below;
    // Of those with that usable window the largest, which Jetty's own are.
    while (new SafeWindowRule(streams, streamWindow, sessionWindow + 1, part).usableWindow()
        <= unread + below) {
      sessionWindow++;
    }
    // More than what may be unread of it, and than what may be consumed without credit.
    double run = 1.2 * Math.max(streamWindow, unread / (1 - part) * part);
    return recorded(
        RUNS + label,
        streams,
        (int) (streams * run / DOC_BYTES),
        Text.of(
            "placement=%s docSizeBytes=%d initialStreamRecvWindow=%s initialSessionRecvWindow=%s"
                + " bufferRatio=%s",
            DocumentPlacement.RUNS,
            DOC_BYTES,
            window(streamWindow, RecvWindow.JETTY_STREAM_BYTES),
            window((int) sessionWindow, RecvWindow.JETTY_SESSION_BYTES),
            ratio));
  }

  /** Jetty's own is left to Jetty. */
  private static String window(int bytes, int jettys) {
    return bytes == jettys ? DEFAULT : Integer.toString(bytes);
  }

  private static StudyCell place(String label, int shards, int documents, String pairs) {
    return new StudyCell(
            label,
            StudyCell.STREAMING,
            Parameters.of(
                "nodeCount=1 numReplicas=1 numTextFields=1 useHttp1=false capture=off"
                    + " cluster=process"),
            // A reader on this machine is not kept waiting as long by anything but a stall.
            List.of("-Dstreambench.stallTimeout=5s"),
            1)
        .with("numShards=" + shards + " docCount=" + documents)
        .with(pairs);
  }

  /** A place that should stall and does not leaves its recording; one that stalls does anyway. */
  private static StudyCell recorded(String label, int shards, int documents, String pairs) {
    StudyCell cell = place(label, shards, documents, pairs);
    return cell.with("recording=" + (zoneOf(cell) == Zone.LIKELY ? "keep" : "on"));
  }

  /** Returns whether a cell is on the walk over the line, which has documents of its own. */
  static boolean onTheWalk(StudyCell cell) {
    return Integer.toString(LINE_DOC_BYTES).equals(cell.parameters().get(Parameters.DOC_BYTES));
  }

  /**
   * Returns whether credit is so small and frequent that Jetty's server ends the connection of a
   * warm client: it takes 128 a second for streams that it has ended.
   */
  static boolean floods(StudyCell cell) {
    return ruleOf(cell).streamWindow() < LARGE_STREAM_WINDOW;
  }

  static boolean inRuns(StudyCell cell) {
    return DocumentPlacement.RUNS.toString().equals(cell.parameters().get(DocumentPlacement.NAME));
  }

  /** The safe-window rule with the settings of a cell. */
  static SafeWindowRule ruleOf(StudyCell cell) {
    StreamingSettings settings =
        StreamingSettings.of(cell.withDefaults(cell.parameters()), Map.of());
    FlowControlSettings windows = settings.transport().flowControl();
    return new SafeWindowRule(
        settings.cluster().numShards(),
        windows.streamWindow().orElse(RecvWindow.JETTY_STREAM_BYTES),
        windows.sessionWindow().orElse(RecvWindow.JETTY_SESSION_BYTES),
        windows.bufferRatio().orElse(FlowControlSettings.JETTY_BUFFER_RATIO),
        ExpectedResponse.bytes(settings.cluster(), settings.documents(), true),
        false,
        1);
  }

  static Zone zoneOf(StudyCell cell) {
    return ruleOf(cell).zone();
  }
}
