package io.streambench.study.tuned;

import io.streambench.config.MergeSettings;
import io.streambench.config.RecvWindow;
import io.streambench.predict.TunedWindows;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.CellFigures;
import io.streambench.study.MergeCells;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cell of the study: a way to receive, on a route. */
record TunedCell(Way way, Route route) {
  static final String STREAM_WINDOW = "initialStreamRecvWindow";
  static final String SESSION_WINDOW = "initialSessionRecvWindow";
  static final String CONNECTIONS = "connectionsPerDestination";

  private static final String COUNT_UNREAD = "-D" + MergeSettings.COUNTS_UNREAD_PROPERTY + "=true";

  /** The newest that can be had here whole; Solr 10.0 has 12.0.27, and 10.1 12.0.34. */
  private static final String JETTY = "12.1.5";

  /** Twice 400 MB/s over 80 ms; the largest session window is safe with it. */
  private static final int LARGE_STREAM_WINDOW = 1 << 26;

  private static final double QUARTER = 0.25;

  /** All of that scale. */
  static List<TunedCell> all(Scale scale) {
    List<TunedCell> cells = new ArrayList<>();
    for (Route route : Route.all(scale)) {
      for (Way way : Way.ALL) {
        if (way.measuredOn(route)) {
          cells.add(new TunedCell(way, route));
        }
      }
    }
    return List.copyOf(cells);
  }

  /** Unique in the study. */
  String label() {
    return way.label() + "-" + route.label();
  }

  /** The cell as the study runs it. */
  StudyCell cell() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("docCount", Integer.toString(route.documents()));
    parameters.put("docSizeBytes", MergeCells.DOCUMENT_BYTES);
    parameters.put("jettyVersion", JETTY);
    parameters.put("rateControl", "true"); // as servers have it by default
    parameters.put("numShards", Integer.toString(route.streams()));
    parameters.put("rttMillis", Integer.toString(route.rttMillis()));
    parameters.put(
        "bandwidthMbps",
        route.bandwidthMbps().isPresent()
            ? Integer.toString(route.bandwidthMbps().getAsInt())
            : "unlimited");
    parameters.put("useHttp1", Boolean.toString(way.strategy().isEmpty()));
    way.strategy()
        .ifPresent(
            strategy -> {
              parameters.put(FlowControlKind.NAME, strategy.toString());
              parameters.put(CONNECTIONS, "1"); // so that all streams share a session
            });
    if (way.equals(Way.TUNED)) {
      TunedWindows windows = route.windows();
      windows(parameters, windows.streamWindow(), windows.sessionWindow());
    } else if (way.equals(Way.LARGE)) {
      windows(parameters, LARGE_STREAM_WINDOW, RecvWindow.MAX_BYTES);
    } else if (way.equals(Way.QUARTER)) {
      parameters.put("bufferRatio", Double.toString(QUARTER));
    }
    return MergeCells.cell(label(), parameters, COUNT_UNREAD);
  }

  private static void windows(Map<String, String> parameters, int stream, int session) {
    parameters.put(STREAM_WINDOW, Integer.toString(stream));
    parameters.put(SESSION_WINDOW, Integer.toString(session));
  }

  /** Its figures; empty if it was left out. */
  Optional<CellFigures> in(StudyResults results) {
    return results.cells().stream()
        .filter(figures -> figures.cell().label().equals(label()))
        .findFirst();
  }
}
