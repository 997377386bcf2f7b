package io.streambench.study.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.curve.Knee;
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
import io.streambench.study.Documents;
import io.streambench.study.Published;
import io.streambench.study.StudyResults;
import io.streambench.study.load.Saturation.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of the study: knees, bounds, and where the time goes. */
final class SaturationReport {
  private static final Map<String, ToDoubleFunction<Latencies>> PERCENTILES = new LinkedHashMap<>();

  static {
    PERCENTILES.put("P50", Latencies::p50);
    PERCENTILES.put("P90", Latencies::p90);
    PERCENTILES.put("P99", Latencies::p99);
  }

  private final StudyResults results;
  private final List<Load> loads;
  private final List<SaturationCurve> curves;
  private final boolean open;

  SaturationReport(StudyResults results) {
    this.results = results;
    this.loads =
        Load.all(results.cells()).stream()
            .sorted(
                Comparator.comparing(SaturationReport::operation)
                    .thenComparing(load -> load.cell().http1())
                    .thenComparingInt(Load::inFlight))
            .toList();
    this.curves = SaturationCurve.all(loads);
    this.open = !results.order().overrides().getOrDefault(LoadRate.NAME, "none").equals("none");
  }

  StudyDocument document() {
    List<CurveChart> charts = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      List<SaturationCurve> both =
          curves.stream().filter(curve -> curve.operation() == operation).toList();
      charts.add(throughput(operation, both));
      charts.add(latency(operation, both));
    }
    return Documents.of(
        results,
        "Latency over concurrency",
        findings(),
        List.of(curves(), latencies(), parts(), bandwidth(), Loads.pairs(pairs()), published()),
        charts);
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>();
    if (open) {
      findings.add(
          "Open loop: requests were sent at a given rate, and a latency counts from the time when"
              + " its request was due. No knee is calculated.");
    } else {
      String knees =
          curves.stream()
              .flatMap(
                  curve ->
                      curve.kneeInFlight().stream()
                          .map(
                              knee ->
                                  Text.of(
                                      "%s over %s %s",
                                      curve.operation().word(), curve.protocol(), knee)))
              .collect(Collectors.joining(", "));
      findings.add(
          knees.isEmpty()
              ? "Too little was measured to find a knee."
              : "Knees, in requests in flight: " + knees + ".");
      List<JsonNode> rows = Published.rows("saturation");
      Knee knee =
          Knee.of(
              rows.stream().map(row -> row.path("inFlight").asInt()).toList(),
              rows.stream().map(row -> Sample.of(row.path("Gbit/s").asDouble())).toList());
      findings.add(
          Text.of(
              "Published: the knee lies at 10 to 20. For the published bandwidth, the algorithm"
                  + " used here finds it at %s.",
              rows.get(knee.index()).path("inFlight").asText()));
      findings.add(
          "Closed loop: each thread sends its next request when it has its answer, so latency and"
              + " throughput determine each other.");
    }
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
    return findings;
  }

  private static Operation operation(Load load) {
    return Operation.of(load.cell().cell());
  }

  /** The curve of an operation over a protocol, if there is one. */
  private Optional<SaturationCurve> curve(Operation operation, boolean http1) {
    return curves.stream()
        .filter(curve -> curve.operation() == operation && curve.http1() == http1)
        .findFirst();
  }

  private Optional<SaturationCurve> curve(Load load) {
    return curve(operation(load), load.cell().http1());
  }

  /** HTTP/2 by HTTP/1.1, with the fewest and with the most in flight. */
  private List<Loads.Pair> pairs() {
    List<Loads.Pair> pairs = new ArrayList<>();
    for (SaturationCurve curve : curves) {
      for (Load load : List.of(curve.loads().get(0), curve.last())) {
        String what =
            Text.of(
                "%s, HTTP/2 by HTTP/1.1, %d in flight", curve.operation().word(), load.inFlight());
        curve(curve.operation(), true)
            .filter(http1 -> !curve.http1())
            .flatMap(http1 -> http1.at(load.inFlight()))
            .ifPresent(base -> pairs.add(new Loads.Pair(what, load, base)));
      }
    }
    return pairs;
  }

  private CurveChart throughput(Operation operation, List<SaturationCurve> both) {
    return Loads.chart(
        "Throughput of a " + operation.word(),
        "requests in flight",
        new Dimension("requests/s", false),
        both.stream()
            .map(
                curve ->
                    Loads.curve(
                        curve.protocol(),
                        curve.loads(),
                        Load::inFlight,
                        LoadFile::requestsPerSecond))
            .toList(),
        both.stream().filter(curve -> !open).flatMap(curve -> curve.marker().stream()).toList());
  }

  /** Of latencies there are several powers of ten, of throughput hardly one. */
  private static CurveChart latency(Operation operation, List<SaturationCurve> both) {
    List<Curve> curves = new ArrayList<>();
    for (SaturationCurve curve : both) {
      for (String percentile : List.of("P50", "P99")) {
        curves.add(
            Loads.curve(
                curve.protocol() + ", " + percentile,
                curve.loads(),
                Load::inFlight,
                load ->
                    PERCENTILES
                        .get(percentile)
                        .applyAsDouble(LoadFile.latencies(load.latencies()))));
      }
    }
    return Loads.chart(
        "Latency of a " + operation.word(),
        "requests in flight",
        new Dimension("ms", true),
        curves,
        List.of());
  }

  /** Each curve in a row: its knee, its bounds, and where its time goes. */
  private ResultTable curves() {
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
    List<LatencyBound> bounds =
        results.order().bounds().isEmpty() ? LatencyBound.USUAL : results.order().bounds();
    for (LatencyBound bound : bounds) {
      table.text(bound.words() + ", up to in flight", curve -> curve.within(bound));
    }
    return table
        .text("best requests/s", SaturationCurve::best)
        .text("transport, % of the mean", SaturationCurve::transportShares)
        .text("P50 of the server, ms", SaturationCurve::serverP50);
  }

  private ResultTable.Of<Load> begun(String caption) {
    return ResultTable.of(caption, loads)
        .text("operation", load -> operation(load).word())
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> Text.of("%,d", load.inFlight()));
  }

  /** End to end, and as multiples of one at a time. */
  private ResultTable latencies() {
    ResultTable.Of<Load> table =
        begun("Measured, end to end").number("requests/s", Load::requestsPerSecond);
    percentiles(table, "");
    Loads.tail(table);
    multiples(table, "", ", ratio to 1 in flight");
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
        .text("flagged", load -> flagged(load) ? "yes" : "");
  }

  /** Flags a load that contradicts itself, or the one with fewer in flight. */
  private boolean flagged(Load load) {
    List<LoadFigures> upToThis =
        curve(load).stream()
            .flatMap(curve -> curve.loads().stream())
            .filter(one -> one.inFlight() <= load.inFlight())
            .map(one -> one.figures().orElseThrow())
            .toList();
    return !load.flags().isEmpty()
        || load.figures().isPresent()
            && !SelfChecks.ofSweep(
                    upToThis.subList(Math.max(0, upToThis.size() - 2), upToThis.size()))
                .isEmpty();
  }

  /** The table of the parts of a request's time: server, transport and first byte. */
  private ResultTable parts() {
    ResultTable.Of<Load> table = begun("Measured, parts of the whole");
    percentiles(table, LoadFile.SERVER);
    percentiles(table, LoadFile.TRANSPORT);
    multiples(table, LoadFile.TRANSPORT, ", times that at 1");
    return table
        .number("transport, % of the mean", SaturationCurve::transportShare)
        .number(
            "server: P50, times that at 1", load -> multiple(load, LoadFile.SERVER, Latencies::p50))
        .number("first byte: P50, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p50))
        .number("first byte: P99, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p99));
  }

  private static void percentiles(ResultTable.Of<Load> table, String part) {
    PERCENTILES.forEach(
        (name, value) ->
            table.number(head(part) + name + ", ms", load -> load.millis(part, value)));
  }

  private void multiples(ResultTable.Of<Load> table, String part, String words) {
    PERCENTILES.forEach(
        (name, value) ->
            table.number(head(part) + name + words, load -> multiple(load, part, value)));
  }

  private static String head(String part) {
    return part.isEmpty() ? "" : part + ": ";
  }

  private Optional<String> multiple(Load load, String part, ToDoubleFunction<Latencies> value) {
    return curve(load)
        .flatMap(curve -> curve.at(1))
        .flatMap(one -> one.part(part))
        .map(value::applyAsDouble)
        .filter(alone -> alone > 0)
        .flatMap(
            alone ->
                load.part(part).map(here -> Text.of("%.1f", value.applyAsDouble(here) / alone)));
  }

  /** The bandwidth of the data that requests are about, without headers. */
  private ResultTable bandwidth() {
    ResultTable.Of<Integer> table =
        ResultTable.grid(
                "Bandwidth of reads and writes, each alone, Gbit/s",
                loads.stream().map(Load::inFlight).distinct().sorted().toList())
            .number("in flight", n -> Text.of("%,d", n));
    for (boolean http1 : new boolean[] {false, true}) {
      String protocol = http1 ? "HTTP/1.1" : "HTTP/2";
      table
          .number(protocol + ": to the client", n -> decimals(gbit(Operation.READ, http1, n)))
          .number(protocol + ": to the nodes", n -> decimals(gbit(Operation.WRITE, http1, n)))
          .number(
              protocol + ": combined",
              n ->
                  decimals(
                      gbit(Operation.READ, http1, n)
                          .flatMap(
                              one -> gbit(Operation.WRITE, http1, n).map(other -> one + other))));
    }
    return table;
  }

  private Optional<Double> gbit(Operation operation, boolean http1, int inFlight) {
    return curve(operation, http1).flatMap(curve -> curve.at(inFlight)).map(Load::gbitPerSecond);
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
