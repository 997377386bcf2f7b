package io.streambench.compare.study;

import io.streambench.bench.documents.ExpectedResponse;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.FlowControlSettings;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.window.ReceiveWindow;
import java.util.List;
import java.util.Map;

/** Predictions of the safe-window rule for the cells of {@link WindowsStudy}. */
final class WindowPlaces {
  /** Stream windows from this size on cannot cause a flood; see {@link #canFlood}. */
  private static final int LARGE_STREAM_WINDOW = 1024 * 1024;

  private static final int LINE_DOC_BYTES = 1_024;
  static final String LINE = "line-";

  /** Prefix of cells whose shards hold runs of the sort order. */
  static final String RUNS = "runs-";

  private WindowPlaces() {}

  /** Keeps the recording of a cell that should stall but does not; a stall is recorded anyway. */
  static StudyCell withRecording(StudyCell cell) {
    return new StudyCell(
            cell.label(),
            cell.benchmark(),
            cell.parameters(),
            // On one machine, only a stall makes a reader wait this long.
            List.of("-Dstreambench.stallTimeout=5s"),
            1)
        .with("recording=" + (zoneOf(cell) == Zone.LIKELY ? "keep" : "on"));
  }

  /** Returns whether a cell belongs to the series across the boundary of SAFE settings. */
  static boolean isOnBoundaryWalk(StudyCell cell) {
    return Integer.toString(LINE_DOC_BYTES)
        .equals(cell.parameters().get(BenchmarkParameters.DOC_SIZE_BYTES.name()));
  }

  /**
   * Returns whether credit is so small and frequent that Jetty's server closes the connection of a
   * warm client: it tolerates 128 frames per second for streams that it has ended.
   */
  static boolean canFlood(StudyCell cell) {
    return ruleOf(cell).streamWindow() < LARGE_STREAM_WINDOW;
  }

  static boolean hasContiguousRanges(StudyCell cell) {
    return DocumentPlacement.RUNS
        .toString()
        .equals(cell.parameters().get(BenchmarkParameters.PLACEMENT.name()));
  }

  /** The safe-window rule with the settings of a cell. */
  static SafeWindowRule ruleOf(StudyCell cell) {
    StreamingSettings settings =
        StreamingSettings.of(cell.withDefaults(cell.parameters()), Map.of());
    FlowControlSettings windows = settings.transport().flowControl();
    return new SafeWindowRule(
        settings.cluster().numShards(),
        windows.streamWindow().orElse(ReceiveWindow.JETTY_STREAM_BYTES),
        windows.sessionWindow().orElse(ReceiveWindow.JETTY_SESSION_BYTES),
        windows.bufferRatio().orElse(ReceiveWindow.JETTY_BUFFER_RATIO),
        ExpectedResponse.bytes(settings.cluster(), settings.documents(), true),
        false,
        1);
  }

  static Zone zoneOf(StudyCell cell) {
    return ruleOf(cell).zone();
  }
}
