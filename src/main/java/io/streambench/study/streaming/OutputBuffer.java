package io.streambench.study.streaming;

import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.Profiler;

/**
 * The size of the nodes' output buffer, over HTTP/1.1 and over HTTP/2: throughput, and what a
 * megabyte of answer costs. No way can stall, with one query at a time or with sixteen.
 */
public final class OutputBuffer implements Study {
  /** The flow control that the client jar installs. */
  private static final FlowControlKind REPAIR_KIND = FlowControlKind.DYNAMIC_THRESHOLD;

  private static final int SMALL = 32;
  private static final int LARGE = 256;
  private static final Timing FULL = new Timing(1, 10, 2, 4);
  private static final Timing QUICK = new Timing(1, 2, 2, 2);
  private static final String DOCUMENTS = "4000";
  private static final String SHARDS = "12";
  private static final String CONNECTIONS = "connectionsPerDestination";
  private static final String STREAM_WINDOW = "initialStreamRecvWindow";
  private static final String SESSION_WINDOW = "initialSessionRecvWindow";

  /** The settings of a client that are compared. */
  private enum Way {
    /** With a connection for each stream of sixteen queries; Solr's limit would make some wait. */
    HTTP1("HTTP/1.1", Map.of(CONNECTIONS, "192")),

    /**
     * SAFE by the rule even if all 192 streams share a session. A stream window that is SAFE with
     * Jetty's session window is smaller than the large buffer, and hides what that does.
     */
    STOCK(
        "HTTP/2, Jetty's strategy, SAFE windows",
        Map.of(STREAM_WINDOW, "2000000", SESSION_WINDOW, "800000000")),
    REPAIR("HTTP/2, " + REPAIR_KIND, Map.of(FlowControlKind.NAME, REPAIR_KIND.toString()));

    private final String words;
    private final Map<String, String> settings;

    Way(String words, Map<String, String> settings) {
      this.words = words;
      this.settings = settings;
    }
  }

  /**
   * One cell.
   *
   * @param kib of the output buffer
   * @param queries at a time
   */
  private record Place(Way way, int kib, int queries, int rttMillis) {
    String label() {
      return Text.of(
          "%s-%dk-%d-%dms", way.name().toLowerCase(Locale.ROOT), kib, queries, rttMillis);
    }

    String load() {
      return Text.of("%d quer%s at %d ms", queries, queries == 1 ? "y" : "ies", rttMillis);
    }

    boolean isBaseline() {
      return way == Way.HTTP1 && kib == SMALL;
    }

    Place baseline() {
      return new Place(Way.HTTP1, SMALL, queries, rttMillis);
    }

    Place withSmallBuffer() {
      return new Place(way, SMALL, queries, rttMillis);
    }

    CellFigures in(StudyResults results) {
      return results.cell(label());
    }

    StudyCell cell(Scale scale) {
      return StreamingCells.cell(
              label(),
              scale,
              List.of(),
              "numReplicas",
              "1",
              "numShards",
              SHARDS,
              "docCount",
              DOCUMENTS,
              "recording",
              "off",
              "useHttp1",
              Boolean.toString(way == Way.HTTP1),
              NodeOutput.BUFFER_SIZE,
              Integer.toString(kib * 1024),
              "rttMillis",
              Integer.toString(rttMillis))
          .with(way.settings)
          .withThreads(queries);
    }
  }

  private static List<Place> places(Scale scale) {
    List<Place> places = new ArrayList<>();
    for (int rttMillis : scale == Scale.QUICK ? List.of(0) : List.of(0, 20)) {
      for (int queries : scale == Scale.QUICK ? List.of(1) : List.of(1, 16)) {
        for (Way way : Way.values()) {
          for (int kib : List.of(SMALL, LARGE)) {
            places.add(new Place(way, kib, queries, rttMillis));
          }
        }
      }
    }
    return places;
  }

  @Override
  public String name() {
    return "output-buffer";
  }

  @Override
  public String question() {
    return "Does a larger output buffer of the nodes make streaming over HTTP/2 faster or cheaper?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return places(scale).stream().map(place -> place.cell(scale)).toList();
  }

  @Override
  public Set<String> fixed() {
    return Set.of(
        "useHttp1",
        NodeOutput.BUFFER_SIZE,
        "rttMillis",
        CONNECTIONS,
        STREAM_WINDOW,
        SESSION_WINDOW,
        FlowControlKind.NAME);
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return ProcessCostProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** One for each size of the buffer. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 30;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Place> places = places(results.order().scale());
    return Documents.of(
        results,
        "The output buffer of the nodes",
        findings(results, places),
        List.of(
            table(results, places),
            Documents.secondary("Client and nodes, each per MB, median of the forks", results)),
        List.of(
            new IntervalChart(
                "Operations per second of all queries together, with the 95 % interval",
                "ops/s",
                places.stream()
                    .map(place -> Documents.bar(place.label(), place.in(results), results.cells()))
                    .toList())));
  }

  private static List<String> findings(StudyResults results, List<Place> places) {
    List<String> findings = new ArrayList<>();
    for (Way way : List.of(Way.STOCK, Way.REPAIR)) {
      findings.add(
          Text.of(
              "%s, %d KiB compared with %d KiB (p not corrected): %s.",
              way.words,
              LARGE,
              SMALL,
              told(
                  of(places, way, LARGE),
                  place ->
                      Documents.judged(
                          place.withSmallBuffer().in(results),
                          place.in(results),
                          List.of(place.in(results))))));
    }
    for (int kib : List.of(SMALL, LARGE)) {
      findings.add(
          Text.of(
              "%s, %d KiB, compared with HTTP/1.1, %d KiB: %s.",
              Way.STOCK.words,
              kib,
              SMALL,
              told(of(places, Way.STOCK, kib), place -> beside(results, place, places))));
    }
    findings.add(cost(results, places.get(0)));
    String missing =
        String.join(
            ", ",
            places.stream()
                .filter(place -> !place.in(results).allCompleted())
                .map(Place::label)
                .toList());
    if (!missing.isEmpty()) {
      findings.add("Not judged, because a fork did not complete or was not run: " + missing + ".");
    }
    return findings;
  }

  private static List<Place> of(List<Place> places, Way way, int kib) {
    return places.stream().filter(place -> place.way == way && place.kib == kib).toList();
  }

  /** Compares with HTTP/1.1 and the small buffer; p is corrected for all ways at that load. */
  private static Optional<Judgement> beside(StudyResults results, Place place, List<Place> places) {
    Predicate<Place> sameLoad = other -> other.load().equals(place.load());
    return place.in(results).sample().isEmpty()
        ? Optional.empty()
        : Documents.judged(
            place.baseline().in(results),
            place.in(results),
            places.stream()
                .filter(sameLoad.and(other -> !other.isBaseline()))
                .map(other -> other.in(results))
                .toList());
  }

  /** Puts what differs first, load by load, and all that does not into one part. */
  private static String told(List<Place> places, Function<Place, Optional<Judgement>> judged) {
    List<String> parts = new ArrayList<>();
    List<Judgement> equal = new ArrayList<>();
    for (Place place : places) {
      Judgement judgement = judged.apply(place).orElseGet(Judgement::none);
      if (judgement.verdict() == ComparisonVerdict.NO_EVIDENCE) {
        equal.add(judgement);
      } else {
        parts.add(place.load() + ": " + Documents.beside(judgement));
      }
    }
    if (!equal.isEmpty()) {
      List<Interval> intervals =
          equal.stream().map(judgement -> judgement.evidence().orElseThrow().interval()).toList();
      parts.add(
          Text.of(
              "%sno evidence of a difference (at most %.0f %% slower, %.0f %% faster)",
              parts.isEmpty() ? "" : "otherwise ",
              percent(1 - intervals.stream().mapToDouble(Interval::low).min().orElse(1)),
              percent(intervals.stream().mapToDouble(Interval::high).max().orElse(1) - 1)));
    }
    return String.join("; ", parts);
  }

  private static double percent(double part) {
    return Math.max(0, Math.ceil(part * 100 - 1e-9));
  }

  private static String cost(StudyResults results, Place load) {
    Optional<Double> baseline = cpu(load.baseline().in(results));
    return Text.of(
        "CPU time per MB of answer, times that of HTTP/1.1 with %d KiB (%s, medians without an"
            + " interval): %s.",
        SMALL,
        load.load(),
        String.join(
            "; ",
            Stream.of(Way.values())
                .flatMap(way -> Stream.of(SMALL, LARGE).map(kib -> at(load, way, kib)))
                .filter(place -> !place.isBaseline())
                .map(
                    place ->
                        Text.of(
                            "%s with %d KiB: %s",
                            place.way.words,
                            place.kib,
                            cpu(place.in(results))
                                .flatMap(cpu -> baseline.map(http1 -> Text.of("%.2f", cpu / http1)))
                                .orElse("-")))
                .toList()));
  }

  private static Place at(Place load, Way way, int kib) {
    return new Place(way, kib, load.queries, load.rttMillis);
  }

  private static Optional<Double> cpu(CellFigures cell) {
    return sum(cell, ProcessCostProfiler.CLIENT_CPU, ProcessCostProfiler.NODES_CPU);
  }

  /** Of both processes; empty if one is not known. */
  private static Optional<Double> sum(CellFigures cell, String client, String nodes) {
    return Optional.ofNullable(cell.secondary().get(client))
        .flatMap(one -> Optional.ofNullable(cell.secondary().get(nodes)).map(other -> one + other));
  }

  private static ResultTable table(StudyResults results, List<Place> places) {
    List<CellFigures> cells = places.stream().map(place -> place.in(results)).toList();
    return new ResultTable("Operations per second of all queries together, and cost per MB")
        .text("way", places.stream().map(place -> place.way.words).toList())
        .number("buffer, KiB", places.stream().map(place -> "" + place.kib).toList())
        .number("queries at a time", places.stream().map(place -> "" + place.queries).toList())
        .number("RTT, ms", places.stream().map(place -> "" + place.rttMillis).toList())
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList())
        .text(
            "compared with HTTP/1.1, 32 KiB",
            places.stream()
                .map(
                    place ->
                        place.isBaseline()
                            ? ""
                            : beside(results, place, places).map(Documents::beside).orElse("-"))
                .toList())
        .number("CPU, ms/MB", cells.stream().map(cell -> alone(cpu(cell))).toList())
        .number(
            "voluntary context switches/MB, at least",
            cells.stream()
                .map(
                    cell ->
                        alone(
                            sum(
                                cell,
                                ProcessCostProfiler.CLIENT_SWITCHES,
                                ProcessCostProfiler.NODES_SWITCHES)))
                .toList());
  }

  private static String alone(Optional<Double> value) {
    return value.map(Rounded::alone).orElse("-");
  }
}
