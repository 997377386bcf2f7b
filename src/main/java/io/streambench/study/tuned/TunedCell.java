package io.streambench.study.tuned;

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

  /** As Solr 10 has it, in its newest line. */
  private static final String JETTY = "12.1.5";

  /** All of that scale. Jetty's own windows are left out where they stall. */
  static List<TunedCell> all(Scale scale) {
    List<TunedCell> cells = new ArrayList<>();
    for (Route route : Route.all(scale)) {
      for (Way way : Way.values()) {
        if (way != Way.JETTYS || route.streams() == 1) {
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
    Map<String, String> parameters = new LinkedHashMap<>(MergeCells.DOCUMENTS);
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
    if (way == Way.TUNED) {
      TunedWindows windows = route.windows();
      parameters.put(STREAM_WINDOW, Integer.toString(windows.streamWindow()));
      parameters.put(SESSION_WINDOW, Integer.toString(windows.sessionWindow()));
    }
    return MergeCells.cell(label(), parameters);
  }

  /** Its figures; empty if it was left out. */
  Optional<CellFigures> in(StudyResults results) {
    return results.cells().stream()
        .filter(figures -> figures.cell().label().equals(label()))
        .findFirst();
  }
}
