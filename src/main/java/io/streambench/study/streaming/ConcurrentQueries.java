package io.streambench.study.streaming;

import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several queries of one client at the same time, each a merge over twelve shards: over HTTP/1.1,
 * over HTTP/2 with Jetty's windows, with a stream window that keeps one query at a time from
 * stalling, and with the strategy of the repair.
 */
public final class ConcurrentQueries implements Study {
  private static final List<Integer> SWEPT = List.of(1, 4, 16);
  private static final List<Integer> CORNERS = List.of(1, 4);
  private static final Timing FULL = new Timing(1, 25, 3, 8);
  private static final Timing QUICK = new Timing(1, 2, 2, 2);
  private static final String DOCUMENTS = "4000";
  private static final String STREAM_WINDOW = "initialStreamRecvWindow";

  /** The settings of a client that are compared. */
  private enum Way {
    HTTP1("HTTP/1.1", Map.of()),
    STOCK("HTTP/2, Jetty's windows", Map.of()),
    SMALL_WINDOW("HTTP/2, stream window 500,000", Map.of(STREAM_WINDOW, "500000")),
    DYNAMIC_THRESHOLD(
        "HTTP/2, dynamic-threshold",
        Map.of(FlowControlKind.NAME, FlowControlKind.DYNAMIC_THRESHOLD.toString()));

    private final String words;
    private final Map<String, String> settings;

    Way(String words, Map<String, String> settings) {
      this.words = words;
      this.settings = settings;
    }

    String label(int queries) {
      return name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + queries;
    }
  }

  /** A way with a number of queries at a time. */
  private record Place(Way way, int queries) {
    StudyCell cell(Scale scale) {
      StudyCell one =
          StreamingCells.cell(
              way.label(queries),
              scale,
              List.of(),
              "numReplicas",
              "1",
              "numShards",
              "12",
              "docCount",
              DOCUMENTS,
              "recording",
              "off",
              "useHttp1",
              Boolean.toString(way == Way.HTTP1));
      return one.with(way.settings).withThreads(queries);
    }

    CellFigures in(StudyResults results) {
      return results.cell(way.label(queries));
    }
  }

  private static List<Place> places(Scale scale) {
    List<Place> places = new ArrayList<>();
    for (Way way : Way.values()) {
      for (int queries : scale == Scale.QUICK ? CORNERS : SWEPT) {
        places.add(new Place(way, queries));
      }
    }
    return places;
  }

  @Override
  public String name() {
    return "concurrent-queries";
  }

  @Override
  public String question() {
    return "What happens to several queries at the same time, over HTTP/1.1 and " + "over HTTP/2?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return places(scale).stream().map(place -> place.cell(scale)).toList();
  }

  @Override
  public Set<String> fixed() {
    return Set.of("useHttp1", STREAM_WINDOW, FlowControlKind.NAME);
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** One for all. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 15;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Place> places = places(results.order().scale());
    return Documents.of(
        results,
        "Queries at the same time",
        findings(results, places),
        table(results, places),
        List.of(chart(results, places)));
  }

  private static List<String> findings(StudyResults results, List<Place> places) {
    List<String> findings = new ArrayList<>();
    for (Way way : Way.values()) {
      List<Place> mine = places.stream().filter(place -> place.way == way).toList();
      String stalls = stalls(results, mine);
      String speed = way == Way.HTTP1 ? "" : speed(results, mine, places);
      findings.add(
          Text.of(
              "%s: %s%s.",
              way.words,
              stalls,
              stalls.isEmpty() || speed.isEmpty() ? speed : "; compared with HTTP/1.1, " + speed));
    }
    return findings;
  }

  private static String stalls(StudyResults results, List<Place> mine) {
    Map<String, List<String>> byOutcome = new LinkedHashMap<>();
    mine.stream()
        .filter(place -> !place.in(results).outcomes().isEmpty())
        .forEach(
            place ->
                byOutcome
                    .computeIfAbsent(
                        Documents.outcome(place.in(results)).text(), unseen -> new ArrayList<>())
                    .add("" + place.queries));
    return byOutcome.isEmpty()
        ? "not measured"
        : byOutcome.entrySet().stream()
            .map(one -> one.getKey() + " with " + String.join(", ", one.getValue()) + " at a time")
            .collect(Collectors.joining("; "));
  }

  /** The comparisons of a way with as many queries over HTTP/1.1, at each number of queries. */
  private static String speed(StudyResults results, List<Place> mine, List<Place> places) {
    return String.join(
        ", ",
        mine.stream()
            .flatMap(
                place ->
                    beside(results, place, places).stream()
                        .map(told -> Text.of("%d at a time: %s", place.queries, told)))
            .toList());
  }

  private static Optional<String> beside(StudyResults results, Place place, List<Place> places) {
    Predicate<Place> asMany = other -> other.queries == place.queries;
    List<CellFigures> family =
        places.stream()
            .filter(asMany.and(other -> other.way != Way.HTTP1))
            .map(other -> other.in(results))
            .toList();
    CellFigures cell = place.in(results);
    CellFigures http1 = new Place(Way.HTTP1, place.queries).in(results);
    return cell.sample().isEmpty()
        ? Optional.empty()
        : Documents.judged(http1, cell, family).map(Documents::beside);
  }

  private static ResultTable table(StudyResults results, List<Place> places) {
    List<CellFigures> cells = places.stream().map(place -> place.in(results)).toList();
    return new ResultTable("Operations per second of all queries together")
        .text("way", places.stream().map(place -> place.way.words).toList())
        .number("queries at a time", places.stream().map(place -> "" + place.queries).toList())
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList())
        .text(
            "compared with HTTP/1.1",
            places.stream()
                .map(
                    place ->
                        place.way == Way.HTTP1 ? "" : beside(results, place, places).orElse("-"))
                .toList());
  }

  /** Draws no point for a cell that stalled. */
  private static CurveChart chart(StudyResults results, List<Place> places) {
    return new CurveChart(
        "Operations per second of all queries together, with the 95 % interval",
        new Dimension("queries at the same time", true),
        new Dimension("ops/s", false),
        Stream.of(Way.values())
            .map(
                way ->
                    new Curve(
                        way.words,
                        places.stream()
                            .filter(place -> place.way == way)
                            .flatMap(place -> point(results, place).stream())
                            .toList()))
            .filter(curve -> !curve.points().isEmpty())
            .toList(),
        List.of());
  }

  private static Optional<Point> point(StudyResults results, Place place) {
    CellFigures cell = place.in(results);
    return cell.sample()
        .flatMap(sample -> cell.estimate())
        .map(estimate -> new Point(place.queries, Documents.range(estimate)));
  }
}
