package io.streambench.study.jetty;

import io.streambench.config.DocumentPlacement;
import io.streambench.config.Text;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import io.streambench.study.CellFigures;
import io.streambench.study.MergeCells;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A cell of the study: a line of Jetty, and what is asked of it. */
sealed interface JettyCell {
  /** The line of Jetty. */
  JettyLine line();

  /** Unique in the study. */
  String label();

  /** Its parameters, the line aside. */
  Map<String, String> settings();

  /** The cell as the study runs it. */
  default StudyCell cell() {
    Map<String, String> parameters = new LinkedHashMap<>(line().parameter());
    parameters.putAll(settings());
    return MergeCells.cell(label(), parameters);
  }

  /** Its figures; empty if it was left out. */
  default Optional<CellFigures> in(StudyResults results) {
    return results.cells().stream()
        .filter(figures -> figures.cell().label().equals(label()))
        .findFirst();
  }

  /** Settings of a client whose speed is compared. */
  enum Way {
    HTTP1("HTTP/1.1", Map.of("useHttp1", "true")),
    STOCK("HTTP/2, Jetty's windows", Map.of("useHttp1", "false")),
    SMALL_STREAMS(
        "HTTP/2, stream window 500,000",
        Map.of("useHttp1", "false", "initialStreamRecvWindow", "500000")),
    LARGE_SESSION(
        "HTTP/2, stream 8,000,000, session 96,000,000",
        Map.of(
            "useHttp1",
            "false",
            "initialStreamRecvWindow",
            "8000000",
            "initialSessionRecvWindow",
            "96000000"));

    private final String words;
    private final Map<String, String> settings;

    Way(String words, Map<String, String> settings) {
      this.words = words;
      this.settings = settings;
    }

    String words() {
      return words;
    }
  }

  /** A merge of 40 MB over twelve shards, whose speed is asked for. */
  record Speed(JettyLine line, Way way) implements JettyCell {
    @Override
    public String label() {
      return line.typed()
          + (line.hasHttp() ? "-" + way.name().toLowerCase(Locale.ROOT).replace('_', '-') : "");
    }

    @Override
    public Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>(MergeCells.DOCUMENTS);
      settings.put("numShards", "12");
      settings.putAll(way.settings);
      return settings;
    }

    /** The name for people: the line, and the way if the line has HTTP. */
    String words() {
      return line.hasHttp() ? line.words() + ", " + way.words() : line.words();
    }
  }

  /**
   * A place next to a line of the safe-window rule: one byte on the SAFE side, or the largest
   * session window that is LIKELY to stall.
   */
  record Place(JettyLine line, Zone zone, int streams, DocumentPlacement placement)
      implements JettyCell {
    private static final int STREAM_WINDOW = 256 * 1024;
    private static final int DOCUMENT_BYTES = 2_048;

    /** Answers by the stream window: larger than it, so that their size does not matter. */
    private static final int ANSWER = 4;

    @Override
    public String label() {
      return Text.of(
          "%s-%s-k%d-%s", line.typed(), zone.name().toLowerCase(Locale.ROOT), streams, placement);
    }

    /** The most that can lie unread while the merge waits for one stream. */
    private int unread() {
      return (streams - 1) * STREAM_WINDOW;
    }

    private int sessionWindow() {
      return zone == Zone.SAFE ? 2 * unread() + 1 : unread();
    }

    /** The rule for it. */
    SafeWindowRule rule() {
      return new SafeWindowRule(streams, STREAM_WINDOW, sessionWindow(), 0.5);
    }

    @Override
    public Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("useHttp1", "false");
      settings.put("connectionsPerDestination", "1");
      settings.put("numShards", Integer.toString(streams));
      settings.put("docSizeBytes", Integer.toString(DOCUMENT_BYTES));
      settings.put(
          "docCount", Integer.toString(streams * ANSWER * (STREAM_WINDOW / DOCUMENT_BYTES)));
      settings.put(DocumentPlacement.NAME, placement.toString());
      settings.put("initialStreamRecvWindow", Integer.toString(STREAM_WINDOW));
      settings.put("initialSessionRecvWindow", Integer.toString(sessionWindow()));
      return settings;
    }
  }

  /** All cells of that scale. */
  static List<JettyCell> all(Scale scale) {
    List<JettyCell> cells = new ArrayList<>();
    cells.add(new Speed(JettyLine.SOCKETS, Way.HTTP1));
    for (JettyLine line : JettyLine.values()) {
      if (line.hasHttp()) {
        for (Way way : Way.values()) {
          cells.add(new Speed(line, way));
        }
        cells.addAll(places(line, scale));
      }
    }
    return List.copyOf(cells);
  }

  private static List<Place> places(JettyLine line, Scale scale) {
    List<Place> places = new ArrayList<>();
    for (int streams : scale == Scale.QUICK ? List.of(6) : List.of(3, 6, 12)) {
      for (DocumentPlacement placement : DocumentPlacement.values()) {
        places.add(new Place(line, Zone.SAFE, streams, placement));
        places.add(new Place(line, Zone.LIKELY, streams, placement));
      }
    }
    return places;
  }

  /** The one with that label. */
  static Optional<JettyCell> labelled(String label, Scale scale) {
    return all(scale).stream().filter(cell -> cell.label().equals(label)).findFirst();
  }
}
