package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.bench.settings.LoadSettings;
import io.streambench.compare.cells.SelfChecks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Repeats the published sweep of concurrency on Solr: a lookup, a read and a write of about 1.2 MB,
 * with 1 to 200 requests in flight, over HTTP/2 and HTTP/1.1.
 */
record Saturation(
    StudyResults results,
    List<Load> loads,
    List<LoadSweep> sweeps,
    List<LatencyBound> bounds,
    boolean openLoop,
    BaselineComparison http1) {
  private static final String[] PERCENTILES = {"P50", "P90", "P99"};
  private static final String IN_FLIGHT = "requests in flight";

  static StudyReport report(StudyResults results) {
    StudyOrder order = results.order();
    List<Load> loads =
        results.cells().stream()
            .map(Load::of)
            .sorted(
                Comparator.<Load, String>comparing(LoadSweep::operation)
                    .thenComparing(load -> load.cell().isHttp1())
                    .thenComparingInt(Load::inFlight))
            .toList();
    return new Saturation(
            results,
            loads,
            loads.stream()
                .map(LoadSweep::labelOf)
                .distinct()
                .map(label -> LoadSweep.of(label, loads))
                .filter(sweep -> !sweep.loads().isEmpty())
                .toList(),
            order.bounds().isEmpty() ? LatencyBound.DEFAULTS : order.bounds(),
            !order.overrides().getOrDefault(LoadSettings.RATE, "none").equals("none"),
            BaselineComparison.all(order.study(), results.cells()).get(0))
        .report();
  }

  private StudyReport report() {
    Map<String, String> named = new HashMap<>();
    for (LoadSweep sweep : sweeps) {
      String label = sweep.label() + ": ";
      sweep.kneeInFlight().ifPresent(knee -> named.put(label + "knee", knee));
      named.put(label + "P50 grown", sweep.firstWithHigherLatency());
      named.put(label + "fastest", "" + sweep.fastest().inFlight());
      named.put(label + "predicted", Load.millis(sweep.predictedMillis(sweep.last())));
      bounds.forEach(bound -> named.put(label + bound.describe(), sweep.describeWithin(bound)));
    }
    Published published = Published.of(results, named, List.of()).orElseThrow();
    List<String> findings = new ArrayList<>();
    findings.add(
        openLoop
            ? "Open loop: requests were sent at a given rate, and a latency counts from the time"
                + " when its request was due. No knee is calculated."
            : kneeTexts());
    http1.finding(results.order().study()).ifPresent(findings::add);
    findings.addAll(published.findings());
    findings.addAll(LoadReport.flags(loads));
    List<String> flags =
        sweeps.stream().flatMap(sweep -> stepFlags(sweep.loads()).stream()).toList();
    if (!flags.isEmpty()) {
      findings.add(
          TextFormat.of(
              "%d step(s) between loads flagged: %s.", flags.size(), String.join("; ", flags)));
    }
    return new StudyReport(
        results,
        findings,
        List.of(
            sweepTable(),
            operatingPointTable(),
            latencyTable(),
            partTable(),
            bandwidthTable(),
            published.table()),
        sweeps.stream()
            .map(LoadSweep::operation)
            .distinct()
            .flatMap(operation -> charts(operation).stream())
            .toList());
  }

  private static List<String> stepFlags(List<Load> loads) {
    List<String> flags = new ArrayList<>();
    for (int i = 1; i < loads.size(); i++) {
      Load before = loads.get(i - 1);
      Load here = loads.get(i);
      String step = "from " + before.label() + " to " + here.label();
      flags.addAll(
          SelfChecks.ofStep(step, before.whole().orElseThrow(), here.whole().orElseThrow()));
    }
    return flags;
  }

  private String kneeTexts() {
    return sweeps.stream()
        .filter(sweep -> sweep.atKnee().isPresent())
        .collect(Collectors.groupingBy(LoadSweep::operation, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(entry -> kneeText(entry.getKey(), entry.getValue()))
        .reduce((first, next) -> first + "; " + next)
        .map(
            all ->
                "The knee, where throughput divided by latency is highest, is at "
                    + all
                    + ". Beyond it throughput can still grow, but latency grows more.")
        .orElse("Too little was measured to find a knee.");
  }

  private static String kneeText(String operation, List<LoadSweep> sweeps) {
    return sweeps.stream()
        .map(sweep -> sweep.kneeInFlight().orElseThrow() + " over " + sweep.protocol())
        .reduce((first, next) -> first + " and " + next)
        .map(all -> all + " for a " + operation)
        .orElseThrow();
  }

  private LoadSweep sweep(Load load) {
    return sweeps.stream()
        .filter(sweep -> sweep.allLoads().contains(load))
        .findFirst()
        .orElseThrow();
  }

  /** Creates the charts of an operation. The latency axis is logarithmic. */
  private List<Chart> charts(String operation) {
    List<Curve> throughputs = new ArrayList<>();
    List<Curve> latencies = new ArrayList<>();
    List<Marker> knees = new ArrayList<>();
    for (LoadSweep sweep : sweeps) {
      if (!sweep.operation().equals(operation)) {
        continue;
      }
      throughputs.add(sweep.curveOf("", Load.THROUGHPUT));
      latencies.add(sweep.curveOf(", P50", "P50"));
      latencies.add(sweep.curveOf(", P99", "P99"));
      sweep.marker().filter(knee -> !openLoop).ifPresent(knees::add);
    }
    Axis rate = new Axis("requests/s", false);
    Axis time = new Axis("ms", true);
    return List.of(
        LoadReport.chart("Throughput of a " + operation, IN_FLIGHT, rate, throughputs, knees),
        LoadReport.chart("Latency of a " + operation, IN_FLIGHT, time, latencies, List.of()));
  }

  private ResultTable sweepTable() {
    ResultTable.Builder<LoadSweep> table =
        ResultTable.of("Each operation over each protocol", sweeps)
            .text("operation", LoadSweep::operation)
            .text("protocol", LoadSweep::protocol);
    if (!openLoop) {
      table
          .number("knee, in flight", LoadSweep::kneeInFlight)
          .text("95 % of the resamples", sweep -> sweep.resampledKnee().map(sweep::range))
          .number(
              "exactly there, %",
              sweep ->
                  sweep
                      .resampledKnee()
                      .map(knee -> TextFormat.of("%.0f", 100 * knee.confidence().getAsDouble())))
          .number(
              "throughput with the most in flight, by that",
              sweep -> sweep.ratioToKnee(LoadSweep::throughput))
          .number(
              "P50 with the most in flight, by that",
              sweep -> sweep.ratioToKnee(load -> load.latency("", "P50")));
    }
    for (LatencyBound bound : bounds) {
      table.text(bound.describe() + ", up to in flight", sweep -> sweep.describeWithin(bound));
    }
    return table;
  }

  /** A recommended load for a purpose, and its latency margin to the target in milliseconds. */
  private record Point(LoadSweep sweep, String use, Optional<Load> load, double millisLeft) {
    Optional<String> millis(String part, String which) {
      return load.map(found -> Load.millis(found.latency(part, which)));
    }
  }

  /** Lists the recommended loads, with the mean latency as the sum of its parts. */
  private ResultTable operatingPointTable() {
    List<Point> points = new ArrayList<>();
    for (LoadSweep sweep : sweeps) {
      points.add(new Point(sweep, "lowest latency", Optional.of(sweep.first()), Double.NaN));
      for (LatencyBound bound : bounds) {
        Optional<Load> most = sweep.highestWithin(bound);
        double millisLeft =
            most.map(load -> bound.millis() - load.boundedLatency(bound)).orElse(Double.NaN);
        points.add(new Point(sweep, bound.describe(), most, millisLeft));
      }
      if (!openLoop) {
        points.add(new Point(sweep, "knee", sweep.atKnee(), Double.NaN));
      }
      points.add(new Point(sweep, "highest throughput", Optional.of(sweep.fastest()), Double.NaN));
    }
    return ResultTable.of(
            "Operating points by use, and their latency budget (means: server + transport = total)",
            points)
        .text("operation", point -> point.sweep().operation())
        .text("protocol", point -> point.sweep().protocol())
        .text("use", Point::use)
        .number(
            "in flight", point -> point.load().map(load -> TextFormat.of("%,d", load.inFlight())))
        .number("requests/s", point -> point.load().map(Load::requestsPerSecond))
        .number("P99, ms", point -> point.millis("", "P99"))
        .number("server, ms", point -> point.millis(LoadFile.SERVER, "mean"))
        .number("transport, ms", point -> point.millis(LoadFile.TRANSPORT, "mean"))
        .number("total, ms", point -> point.millis("", "mean"))
        .number("left of the target, ms", point -> Load.millis(point.millisLeft()));
  }

  private static ResultTable.Builder<Load> newTable(String caption, List<Load> loads) {
    return ResultTable.of(caption, loads)
        .text("operation", LoadSweep::operation)
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> TextFormat.of("%,d", load.inFlight()));
  }

  private ResultTable latencyTable() {
    ResultTable.Builder<Load> table =
        newTable("Measured, end to end", loads)
            .number("requests/s", Load::requestsPerSecond)
            .text("ratio to HTTP/1.1 (95 % family interval)", load -> http1.ratio(load.cell()));
    addPercentileColumns(table, "", ", ratio to 1 in flight");
    table
        .number("in flight by Little's law", load -> load.text("%.1f", "in flight"))
        .number("Little's law: error, %", Load::littlesLawErrorText)
        .number(
            "connections",
            load -> load.cell().loads().stream().map(LoadFile::connections).max(Long::compare));
    return LoadReport.addEndColumns(table);
  }

  private ResultTable partTable() {
    ResultTable.Builder<Load> table = newTable("Measured, parts of the whole", loads);
    addPercentileColumns(table, LoadFile.SERVER, ", times that at 1");
    addPercentileColumns(table, LoadFile.TRANSPORT, ", times that at 1");
    table.number(
        "transport, % of the mean",
        load ->
            Load.formatOrDash(
                "%.0f", 100 * load.latency(LoadFile.TRANSPORT, "mean") / load.latency("", "mean")));
    return LoadReport.latencies(table, LoadFile.FIRST_BYTE, "P50", "P99");
  }

  private void addPercentileColumns(ResultTable.Builder<Load> table, String part, String multiple) {
    LoadReport.latencies(table, part, PERCENTILES);
    for (String which : PERCENTILES) {
      table.number(
          (part.isEmpty() ? "" : part + ": ") + which + multiple,
          load -> load.whole().map(ignored -> sweep(load).multiple(load, part, which)));
    }
  }

  /** Lists the bandwidth of each load, without headers, and the latency predicted from it. */
  private ResultTable bandwidthTable() {
    ResultTable.Builder<Load> table =
        newTable(
                "Bandwidth of reads and writes, its utilization, and the latency predicted with the"
                    + " highest of each sweep: L0 + C x P / B",
                loads.stream()
                    .filter(Load::hasCompleted)
                    .filter(load -> !LoadSweep.operation(load).equals("lookup"))
                    .toList())
            .number("Gbit/s", load -> load.text("%.2f", "Gbit/s"))
            .number(
                "utilization, %",
                load -> TextFormat.of("%.0f", 100 * sweep(load).utilization(load)))
            .number("mean, times that at 1", load -> sweep(load).multiple(load, "", "mean"))
            .number("mean, ms", load -> Load.millis(load.latency("", "mean")));
    if (openLoop) {
      return table; // the number in flight is unknown
    }
    return table
        .number("predicted, ms", load -> Load.millis(sweep(load).predictedMillis(load)))
        .number(
            "observed / predicted",
            load ->
                Load.formatOrDash(
                    "%.2f", load.latency("", "mean") / sweep(load).predictedMillis(load)));
  }
}
