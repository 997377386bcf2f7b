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

/**
 * A study that repeats the published sweep of concurrency on Solr: a lookup, a read and a write of
 * about 1.2 MB, with 1 to 200 requests in flight, over HTTP/2 and HTTP/1.1.
 */
record SaturationStudy(
    StudyResults results,
    List<LoadResult> loads,
    List<LoadSweep> sweeps,
    List<LatencyBound> bounds,
    boolean isOpenLoop,
    BaselineComparison http1Comparison) {
  private static final String[] PERCENTILES = {"P50", "P90", "P99"};
  private static final String IN_FLIGHT_LABEL = "requests in flight";

  static StudyReport report(StudyResults results) {
    StudyOrder order = results.order();
    List<LoadResult> loads =
        results.cells().stream()
            .map(LoadResult::of)
            .sorted(
                Comparator.<LoadResult, String>comparing(LoadSweep::operationName)
                    .thenComparing(load -> load.cell().isHttp1())
                    .thenComparingInt(LoadResult::inFlight))
            .toList();
    return new SaturationStudy(
            results,
            loads,
            loads.stream()
                .map(LoadSweep::sweepLabel)
                .distinct()
                .map(label -> LoadSweep.of(label, loads))
                .filter(sweep -> !sweep.completedLoads().isEmpty())
                .toList(),
            order.latencyBounds().isEmpty() ? LatencyBound.DEFAULTS : order.latencyBounds(),
            !order.overrides().getOrDefault(LoadSettings.RATE_NAME, "none").equals("none"),
            BaselineComparison.compareWithBaselines(order.study(), results.cells()).get(0))
        .report();
  }

  private StudyReport report() {
    Map<String, String> named = new HashMap<>();
    for (LoadSweep sweep : sweeps) {
      String label = sweep.label() + ": ";
      sweep.kneeInFlight().ifPresent(knee -> named.put(label + "knee", knee));
      named.put(label + "P50 grown", sweep.inFlightAtHigherLatency());
      named.put(label + "fastest", "" + sweep.fastestLoad().inFlight());
      named.put(label + "predicted", LoadResult.formatMillis(sweep.predictedMillis(sweep.last())));
      bounds.forEach(
          bound -> named.put(label + bound.describe(), sweep.describeInFlightWithin(bound)));
    }
    PublishedFigures published = PublishedFigures.of(results, named, List.of()).orElseThrow();
    List<String> findings = new ArrayList<>();
    findings.add(
        isOpenLoop
            ? "Open loop: requests were sent at a given rate, and a latency counts from the time"
                + " when its request was due. No knee is calculated."
            : describeKnees());
    http1Comparison.finding(results.order().study()).ifPresent(findings::add);
    findings.addAll(published.findings());
    findings.addAll(LoadReport.describeSuspiciousFigures(loads));
    List<String> flags =
        sweeps.stream().flatMap(sweep -> stepFlags(sweep.completedLoads()).stream()).toList();
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

  private static List<String> stepFlags(List<LoadResult> loads) {
    List<String> flags = new ArrayList<>();
    for (int i = 1; i < loads.size(); i++) {
      LoadResult before = loads.get(i - 1);
      LoadResult here = loads.get(i);
      String step = "from " + before.label() + " to " + here.label();
      flags.addAll(
          SelfChecks.checkStep(
              step, before.combinedLoad().orElseThrow(), here.combinedLoad().orElseThrow()));
    }
    return flags;
  }

  private String describeKnees() {
    Map<String, String> knees = new TreeMap<>();
    for (LoadSweep sweep : sweeps) {
      sweep
          .kneeInFlight()
          .map(knee -> knee + " over " + sweep.protocol())
          .ifPresent(
              knee -> knees.merge(sweep.operation(), knee, (one, two) -> one + " and " + two));
    }
    return knees.entrySet().stream()
        .map(knee -> knee.getValue() + " for a " + knee.getKey())
        .reduce((first, next) -> first + "; " + next)
        .map("The knee, where throughput divided by latency is highest, is at "::concat)
        .map(all -> all + ". Beyond it throughput can still grow, but latency grows more.")
        .orElse("Too little was measured to find a knee.");
  }

  private LoadSweep findSweep(LoadResult load) {
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
      throughputs.add(sweep.createCurve("", LoadResult.THROUGHPUT_FIGURE));
      latencies.add(sweep.createCurve(", P50", "P50"));
      latencies.add(sweep.createCurve(", P99", "P99"));
      sweep.kneeMarker().filter(knee -> !isOpenLoop).ifPresent(knees::add);
    }
    Axis rate = new Axis("requests/s", false);
    Axis time = new Axis("ms", true);
    return List.of(
        LoadReport.chart("Throughput of a " + operation, IN_FLIGHT_LABEL, rate, throughputs, knees),
        LoadReport.chart("Latency of a " + operation, IN_FLIGHT_LABEL, time, latencies, List.of()));
  }

  private ResultTable sweepTable() {
    ResultTable.Builder<LoadSweep> table =
        ResultTable.of("Each operation over each protocol", sweeps)
            .text("operation", LoadSweep::operation)
            .text("protocol", LoadSweep::protocol);
    if (!isOpenLoop) {
      table
          .number("knee, in flight", LoadSweep::kneeInFlight)
          .text("95 % of the resamples", sweep -> sweep.resampledKnee().map(sweep::inFlightRange))
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
              sweep -> sweep.ratioToKnee(load -> load.latencyMillis("", "P50")));
    }
    for (LatencyBound bound : bounds) {
      table.text(
          bound.describe() + ", up to in flight", sweep -> sweep.describeInFlightWithin(bound));
    }
    return table;
  }

  /** A recommended load for a purpose, and its latency margin to the target in milliseconds. */
  private record OperatingPoint(
      LoadSweep sweep, String purpose, Optional<LoadResult> load, double marginMillis) {
    Optional<String> latencyText(String part, String statistic) {
      return load.map(found -> LoadResult.formatMillis(found.latencyMillis(part, statistic)));
    }
  }

  /** Lists the recommended loads, with the mean latency as the sum of its parts. */
  private ResultTable operatingPointTable() {
    List<OperatingPoint> points = new ArrayList<>();
    for (LoadSweep sweep : sweeps) {
      points.add(
          new OperatingPoint(sweep, "lowest latency", Optional.of(sweep.first()), Double.NaN));
      for (LatencyBound bound : bounds) {
        Optional<LoadResult> most = sweep.highestLoadWithin(bound);
        double millisLeft =
            most.map(load -> bound.millis() - load.boundedLatencyMillis(bound)).orElse(Double.NaN);
        points.add(new OperatingPoint(sweep, bound.describe(), most, millisLeft));
      }
      if (!isOpenLoop) {
        points.add(new OperatingPoint(sweep, "knee", sweep.kneeLoad(), Double.NaN));
      }
      points.add(
          new OperatingPoint(
              sweep, "highest throughput", Optional.of(sweep.fastestLoad()), Double.NaN));
    }
    return ResultTable.of(
            "Operating points by use, and their latency budget (means: server + transport = total)",
            points)
        .text("operation", point -> point.sweep().operation())
        .text("protocol", point -> point.sweep().protocol())
        .text("use", OperatingPoint::purpose)
        .number(
            "in flight", point -> point.load().map(load -> TextFormat.of("%,d", load.inFlight())))
        .number("requests/s", point -> point.load().map(LoadResult::requestsPerSecond))
        .number("P99, ms", point -> point.latencyText("", "P99"))
        .number("server, ms", point -> point.latencyText(LoadFile.SERVER, "mean"))
        .number("transport, ms", point -> point.latencyText(LoadFile.TRANSPORT, "mean"))
        .number("total, ms", point -> point.latencyText("", "mean"))
        .number("left of the target, ms", point -> LoadResult.formatMillis(point.marginMillis()));
  }

  private static ResultTable.Builder<LoadResult> newTable(String caption, List<LoadResult> loads) {
    return ResultTable.of(caption, loads)
        .text("operation", LoadSweep::operationName)
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> TextFormat.of("%,d", load.inFlight()));
  }

  private ResultTable latencyTable() {
    ResultTable.Builder<LoadResult> table =
        newTable("Measured, end to end", loads)
            .number("requests/s", LoadResult::requestsPerSecond)
            .text(
                "ratio to HTTP/1.1 (95 % family interval)",
                load -> http1Comparison.ratioText(load.cell()));
    addPercentileColumns(table, "", ", ratio to 1 in flight");
    table
        .number("in flight by Little's law", load -> load.figureText("%.1f", "in flight"))
        .number("Little's law: error, %", LoadResult::littlesLawErrorText)
        .number(
            "connections",
            load -> load.cell().loadFiles().stream().map(LoadFile::connections).max(Long::compare));
    return LoadReport.addEndColumns(table);
  }

  private ResultTable partTable() {
    ResultTable.Builder<LoadResult> table = newTable("Measured, parts of the whole", loads);
    addPercentileColumns(table, LoadFile.SERVER, ", times that at 1");
    addPercentileColumns(table, LoadFile.TRANSPORT, ", times that at 1");
    table.number(
        "transport, % of the mean",
        load ->
            LoadResult.formatOrDash(
                "%.0f",
                100
                    * load.latencyMillis(LoadFile.TRANSPORT, "mean")
                    / load.latencyMillis("", "mean")));
    return LoadReport.addLatencyColumns(table, LoadFile.FIRST_BYTE, "P50", "P99");
  }

  private void addPercentileColumns(
      ResultTable.Builder<LoadResult> table, String part, String multiple) {
    LoadReport.addLatencyColumns(table, part, PERCENTILES);
    for (String which : PERCENTILES) {
      table.number(
          (part.isEmpty() ? "" : part + ": ") + which + multiple,
          load ->
              load.combinedLoad()
                  .map(ignored -> findSweep(load).latencyMultipleText(load, part, which)));
    }
  }

  /** Lists the bandwidth of each load, without headers, and the latency predicted from it. */
  private ResultTable bandwidthTable() {
    ResultTable.Builder<LoadResult> table =
        newTable(
                "Bandwidth of reads and writes, its utilization, and the latency predicted with the"
                    + " highest of each sweep: L0 + C x P / B",
                loads.stream()
                    .filter(LoadResult::hasCompleted)
                    .filter(load -> !LoadSweep.operationName(load).equals("lookup"))
                    .toList())
            .number("Gbit/s", load -> load.figureText("%.2f", "Gbit/s"))
            .number(
                "utilization, %",
                load -> TextFormat.of("%.0f", 100 * findSweep(load).utilization(load)))
            .number(
                "mean, times that at 1",
                load -> findSweep(load).latencyMultipleText(load, "", "mean"))
            .number("mean, ms", load -> LoadResult.formatMillis(load.latencyMillis("", "mean")));
    if (isOpenLoop) {
      return table; // the number in flight is unknown
    }
    return table
        .number(
            "predicted, ms", load -> LoadResult.formatMillis(findSweep(load).predictedMillis(load)))
        .number(
            "observed / predicted",
            load ->
                LoadResult.formatOrDash(
                    "%.2f",
                    load.latencyMillis("", "mean") / findSweep(load).predictedMillis(load)));
  }
}
