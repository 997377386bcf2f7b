package io.streambench.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.LatencyBound;
import io.streambench.config.LoadRate;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The published sweep of latency over concurrency, on Solr: a lookup, a read and a write of about
 * 1.2 MB, from one at a time to two hundred, over HTTP/2 and HTTP/1.1.
 */
public final class Saturation extends Study {
  private static final List<Integer> SWEPT = List.of(1, 2, 5, 10, 20, 50, 100, 200);

  private static final String OPEN =
      "Open loop: requests were sent at a given rate, and a latency counts from the time when its"
          + " request was due. No knee is calculated.";

  private static final Map<String, ToDoubleFunction<Latencies>> PERCENTILES = new LinkedHashMap<>();

  static {
    PERCENTILES.put("P50", Latencies::p50);
    PERCENTILES.put("P90", Latencies::p90);
    PERCENTILES.put("P99", Latencies::p99);
  }

  public Saturation() {
    super(
        "saturation",
        "From how many requests at a time on do more of them only wait, and where?",
        new Timing(1, 1, 1, 1),
        new Timing(1, 10, 1, 8));
    fixed = "useHttp1";
    bounded = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int concurrency : scale == Scale.QUICK ? List.of(1, 10, 50) : SWEPT) {
      for (Operation operation : Operation.values()) {
        for (boolean http1 : new boolean[] {false, true}) {
          cells.add(
              StudyCell.of(
                      operation.word() + (http1 ? "-http1-" : "-http2-") + concurrency,
                      "Operations." + operation.word(),
                      "cluster=process useHttp1=" + http1)
                  .withThreads(concurrency));
        }
      }
    }
    return cells;
  }

  /** Long enough for about 100 requests above the P99 of five forks on two cores. */
  @Override
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.QUICK
        ? super.timing(cell, scale)
        : new Timing(1, 10, 1, Operation.of(cell).seconds);
  }

  enum Operation {
    LOOKUP(8),
    READ(18),
    WRITE(55);

    private final int seconds;

    Operation(int seconds) {
      this.seconds = seconds;
    }

    /** The word for a sentence, which is also JMH's name of the method. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Operation of(StudyCell cell) {
      return valueOf(cell.benchmark().substring("Operations.".length()).toUpperCase(Locale.ROOT));
    }
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    boolean open = !results.order().overrides().getOrDefault(LoadRate.NAME, "none").equals("none");
    List<Load> loads =
        Load.all(results.cells()).stream()
            .sorted(
                Comparator.comparing(Saturation::operation)
                    .thenComparing(load -> load.cell().http1())
                    .thenComparingInt(Load::inFlight))
            .toList();
    List<SaturationCurve> curves = SaturationCurve.all(loads);
    List<LatencyBound> bounds =
        results.order().bounds().isEmpty() ? LatencyBound.USUAL : results.order().bounds();
    List<CurveChart> charts = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      List<SaturationCurve> both =
          curves.stream().filter(curve -> curve.operation() == operation).toList();
      charts.add(throughput(operation, both, open));
      charts.add(latency(operation, both));
    }
    List<String> findings = new ArrayList<>();
    findings.add(open ? OPEN : knees(curves));
    findings.addAll(Loads.flags(loads));
    List<String> flags =
        curves.stream()
            .map(curve -> curve.loads().stream().flatMap(load -> load.figures().stream()).toList())
            .flatMap(loaded -> SelfChecks.ofSweep(loaded).stream())
            .toList();
    if (!flags.isEmpty()) {
      findings.add(
          Text.of("%d step(s) between loads flagged: %s.", flags.size(), String.join("; ", flags)));
    }
    return Documents.of(
        results,
        "Latency over concurrency",
        findings,
        List.of(
            curves(curves, bounds, open),
            latencies(loads, curves),
            parts(loads, curves),
            bandwidth(loads, curves),
            Loads.pairs(pairs(curves)),
            published()),
        charts);
  }

  private static String knees(List<SaturationCurve> curves) {
    String knees =
        curves.stream()
            .flatMap(curve -> curve.kneeInFlight().stream().map(knee -> curve.words() + " " + knee))
            .collect(Collectors.joining(", "));
    return knees.isEmpty()
        ? "Too little was measured to find a knee."
        : "Knees, in requests in flight: " + knees + ". Published: 10 to 20.";
  }

  private static Operation operation(Load load) {
    return Operation.of(load.cell().cell());
  }

  /** The load of an operation over a protocol, if it completed. */
  private static Optional<Load> load(
      List<SaturationCurve> curves, Operation operation, boolean http1, int inFlight) {
    return curves.stream()
        .filter(curve -> curve.operation() == operation && curve.http1() == http1)
        .flatMap(curve -> curve.loads().stream())
        .filter(load -> load.inFlight() == inFlight)
        .findFirst();
  }

  /** HTTP/2 by HTTP/1.1, with the fewest and with the most in flight. */
  private static List<Loads.Pair> pairs(List<SaturationCurve> curves) {
    List<Loads.Pair> pairs = new ArrayList<>();
    for (SaturationCurve curve : curves) {
      for (Load load : List.of(curve.loads().get(0), curve.last())) {
        String what =
            Text.of(
                "%s, HTTP/2 by HTTP/1.1, %d in flight", curve.operation().word(), load.inFlight());
        load(curves, curve.operation(), true, load.inFlight())
            .filter(base -> !curve.http1())
            .ifPresent(base -> pairs.add(new Loads.Pair(what, load, base)));
      }
    }
    return pairs;
  }

  private static CurveChart throughput(
      Operation operation, List<SaturationCurve> both, boolean open) {
    return Loads.chart(
        "Throughput of a " + operation.word(),
        "requests in flight",
        new Dimension("requests/s", false),
        both.stream().map(curve -> curve.drawn("", LoadFile::requestsPerSecond)).toList(),
        both.stream().filter(curve -> !open).flatMap(curve -> curve.marker().stream()).toList());
  }

  /** Of latencies there are several powers of ten, of throughput hardly one. */
  private static CurveChart latency(Operation operation, List<SaturationCurve> both) {
    List<Curve> curves = new ArrayList<>();
    for (SaturationCurve curve : both) {
      curves.add(curve.drawn(", P50", load -> LoadFile.latencies(load.latencies()).p50()));
      curves.add(curve.drawn(", P99", Loads::p99Millis));
    }
    return Loads.chart(
        "Latency of a " + operation.word(),
        "requests in flight",
        new Dimension("ms", true),
        curves,
        List.of());
  }

  /** Each curve in a row: its knee, its bounds, and where its time goes. */
  private static ResultTable curves(
      List<SaturationCurve> curves, List<LatencyBound> bounds, boolean open) {
    ResultTable.Of<SaturationCurve> table =
        ResultTable.of("Each operation over each protocol", curves)
            .text("operation", curve -> curve.operation().word())
            .text("protocol", SaturationCurve::protocol);
    if (!open) {
      table
          .number("knee, in flight", SaturationCurve::kneeInFlight)
          .text("95 % of the resamples", SaturationCurve::kneeRange)
          .number("exactly there, %", SaturationCurve::kneeShare)
          .number("requests/s there", curve -> curve.atKnee().flatMap(Load::requestsPerSecond))
          .number(
              "P50 there, ms",
              curve -> curve.atKnee().flatMap(load -> load.text("%.2f", one -> one.whole().p50())))
          .number(
              "throughput with the most in flight, by that",
              curve -> curve.behindKnee(LoadFigures::requestsPerSecond))
          .number(
              "P50 with the most in flight, by that",
              curve -> curve.behindKnee(load -> load.whole().p50()));
    }
    for (LatencyBound bound : bounds) {
      table.text(bound.words() + ", up to in flight", curve -> curve.within(bound));
    }
    return table
        .text("best requests/s", SaturationCurve::best)
        .text("transport, % of the mean", SaturationCurve::transportShares)
        .text("P50 of the server, ms", SaturationCurve::serverP50);
  }

  private static ResultTable.Of<Load> begun(String caption, List<Load> loads) {
    return ResultTable.of(caption, loads)
        .text("operation", load -> operation(load).word())
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> Text.of("%,d", load.inFlight()));
  }

  /** End to end, and as multiples of one at a time. */
  private static ResultTable latencies(List<Load> loads, List<SaturationCurve> curves) {
    ResultTable.Of<Load> table =
        begun("Measured, end to end", loads).number("requests/s", Load::requestsPerSecond);
    percentiles(table, "");
    Loads.tail(table);
    multiples(table, curves, "", ", ratio to 1 in flight");
    table
        .number(
            "in flight by Little's law", load -> load.text("%.1f", LoadFigures::inFlightByLittle))
        .number(
            "Little's law: error, %",
            load ->
                load.figures()
                    .filter(one -> one.inFlight() > 0)
                    .map(one -> 100 * (one.inFlightByLittle() / one.inFlight() - 1))
                    .map(error -> Text.of("%+.1f", error)));
    return Loads.ended(table)
        .number(
            "connections",
            load -> load.cell().loads().stream().map(LoadFile::connections).max(Long::compare))
        .text("flagged", load -> load.flags().isEmpty() ? "" : "yes");
  }

  /** The table of the parts of a request's time: server, transport and first byte. */
  private static ResultTable parts(List<Load> loads, List<SaturationCurve> curves) {
    ResultTable.Of<Load> table = begun("Measured, parts of the whole", loads);
    percentiles(table, LoadFile.SERVER);
    percentiles(table, LoadFile.TRANSPORT);
    multiples(table, curves, LoadFile.TRANSPORT, ", times that at 1");
    return table
        .number("transport, % of the mean", SaturationCurve::transportShare)
        .number(
            "server: P50, times that at 1",
            load -> multiple(load, curves, LoadFile.SERVER, Latencies::p50))
        .number("first byte: P50, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p50))
        .number("first byte: P99, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p99));
  }

  private static void percentiles(ResultTable.Of<Load> table, String part) {
    PERCENTILES.forEach(
        (name, value) ->
            table.number(head(part) + name + ", ms", load -> load.millis(part, value)));
  }

  private static void multiples(
      ResultTable.Of<Load> table, List<SaturationCurve> curves, String part, String words) {
    PERCENTILES.forEach(
        (name, value) ->
            table.number(head(part) + name + words, load -> multiple(load, curves, part, value)));
  }

  private static String head(String part) {
    return part.isEmpty() ? "" : part + ": ";
  }

  private static Optional<String> multiple(
      Load load, List<SaturationCurve> curves, String part, ToDoubleFunction<Latencies> value) {
    return load(curves, operation(load), load.cell().http1(), 1)
        .flatMap(one -> one.part(part))
        .map(value::applyAsDouble)
        .filter(alone -> alone > 0)
        .flatMap(
            alone ->
                load.part(part).map(here -> Text.of("%.1f", value.applyAsDouble(here) / alone)));
  }

  /** The bandwidth of the data that requests are about, without headers. */
  private static ResultTable bandwidth(List<Load> loads, List<SaturationCurve> curves) {
    ResultTable.Of<Integer> table =
        ResultTable.grid(
                "Bandwidth of reads and writes, each alone, Gbit/s",
                loads.stream().map(Load::inFlight).distinct().sorted().toList())
            .number("in flight", n -> Text.of("%,d", n));
    for (boolean http1 : new boolean[] {false, true}) {
      String protocol = http1 ? "HTTP/1.1" : "HTTP/2";
      Function<Integer, Optional<Double>> down =
          n -> load(curves, Operation.READ, http1, n).map(Load::gbitPerSecond);
      Function<Integer, Optional<Double>> up =
          n -> load(curves, Operation.WRITE, http1, n).map(Load::gbitPerSecond);
      table
          .number(protocol + ": to the client", n -> decimals(down.apply(n)))
          .number(protocol + ": to the nodes", n -> decimals(up.apply(n)))
          .number(
              protocol + ": combined",
              n -> decimals(down.apply(n).flatMap(one -> up.apply(n).map(two -> one + two))));
    }
    return table;
  }

  private static Optional<String> decimals(Optional<Double> value) {
    return value.map(one -> Text.of("%.2f", one));
  }

  /** The table of the published sweep, with P50 as a multiple of that at 1 in flight. */
  private static ResultTable published() {
    List<JsonNode> rows = Published.rows("saturation");
    ResultTable.Of<JsonNode> table =
        ResultTable.grid("Published", rows).number("in flight", row -> row.path("inFlight"));
    for (Operation operation : Operation.values()) {
      String word = operation.word();
      String p50 = word + " P50";
      double alone = rows.get(0).path(p50).asDouble();
      table
          .number(word + ": P50, ms", row -> Text.of("%.2f", row.path(p50).asDouble()))
          .number(word + ": P99, ms", row -> Text.of("%.2f", row.path(word + " P99").asDouble()))
          .number(
              word + ": P50, times that at 1",
              row -> Text.of("%.1f", row.path(p50).asDouble() / alone));
    }
    return table.number("combined, Gbit/s", row -> Text.of("%.2f", row.path("Gbit/s").asDouble()));
  }
}
