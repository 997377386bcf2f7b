package io.streambench.study;

import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.curve.Knee;
import io.streambench.config.LatencyBound;
import io.streambench.config.LoadSettings;
import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.results.SelfChecks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The published sweep of latency over concurrency, on Solr: a lookup, a read and a write of about
 * 1.2 MB, from one at a time to two hundred, over HTTP/2 and HTTP/1.1.
 */
public final class Saturation extends Study {
  private static final String[] PERCENTILES = {"P50", "P90", "P99"};
  private static final String BENCHMARKS = "Operations.";
  private static final String IN_FLIGHT = "requests in flight";

  public Saturation() {
    super("saturation");
  }

  private static String operation(StudyCell cell) {
    return cell.benchmark().substring(BENCHMARKS.length());
  }

  private static String operation(Load load) {
    return operation(load.cell().cell());
  }

  /**
   * All loads of one operation over one protocol, ascending by the requests in flight, and those
   * that completed; without a knee for fewer than three.
   */
  private record Sweep(String label, List<Load> all, List<Load> loads, Optional<Knee> knee) {
    static Sweep of(String label, List<Load> sorted) {
      List<Load> all = sorted.stream().filter(load -> labelOf(load).equals(label)).toList();
      List<Load> loads = all.stream().filter(Load::completed).toList();
      List<Integer> inFlight = loads.stream().map(Load::inFlight).toList();
      List<Sample> rates = loads.stream().map(one -> one.sample(Load.THROUGHPUT.value())).toList();
      return new Sweep(
          label,
          all,
          loads,
          loads.size() < 3 ? Optional.empty() : Optional.of(Knee.of(inFlight, rates)));
    }

    static String labelOf(Load load) {
      return load.label().replaceFirst("-\\d+$", "");
    }

    String operation() {
      return Saturation.operation(first());
    }

    String protocol() {
      return first().cell().protocol();
    }

    Curve drawn(String what, ToDoubleFunction<LoadFile> value) {
      return Load.curve(protocol() + what, loads, Load::inFlight, value);
    }

    Load first() {
      return loads.get(0);
    }

    Load last() {
      return loads.get(loads.size() - 1);
    }

    Optional<Load> atKnee() {
      return knee.map(one -> loads.get(one.index()));
    }

    Optional<Marker> marker() {
      return atKnee().map(load -> new Marker(load.inFlight(), "knee, " + protocol()));
    }

    /** The requests in flight at the knee; after the last measured load, "or beyond". */
    Optional<String> kneeInFlight() {
      return atKnee().map(load -> load.inFlight() + (load.equals(last()) ? " or beyond" : ""));
    }

    /** A knee that more than one fork has found. */
    Optional<Knee> resampled() {
      return knee.filter(one -> one.confidence().isPresent());
    }

    String range(Knee resampled) {
      return loads.get(resampled.lowest()).inFlight()
          + "–"
          + loads.get(resampled.highest()).inFlight();
    }

    private double alone(String part, String which) {
      return first().inFlight() == 1 ? first().latency(part, which) : Double.NaN;
    }

    Load fastest() {
      return loads.stream().max(Comparator.comparingDouble(Sweep::throughput)).orElseThrow();
    }

    private static double throughput(Load load) {
      return load.whole().orElseThrow().requestsPerSecond();
    }

    /** The part of this sweep's highest throughput, which for one size is that of its bandwidth. */
    double utilization(Load load) {
      return throughput(load) / throughput(fastest());
    }

    /** The mean with one in flight, and the time for all in flight at the highest throughput. */
    double predictedMillis(Load load) {
      return alone("", "mean") + 1000 * load.inFlight() / throughput(fastest());
    }

    String multiple(Load load, String part, String which) {
      return Load.shown("%.1f", load.latency(part, which) / alone(part, which));
    }

    /** The fewest in flight of which the P50 is 1.5 times that of one, the published knee. */
    String grown() {
      return loads.stream()
          .filter(load -> load.latency("", "P50") >= 1.5 * alone("", "P50"))
          .findFirst()
          .map(load -> "" + load.inFlight())
          .orElse("none");
    }

    /** A figure with the most in flight by that at the knee. */
    Optional<String> behindKnee(ToDoubleFunction<Load> value) {
      double most = value.applyAsDouble(last());
      return atKnee().map(load -> Load.shown("%.1f", most / value.applyAsDouble(load)));
    }

    /** The most in flight up to which every load is within the bound, and whether that is sure. */
    String within(LatencyBound bound) {
      return most(bound).map(load -> load.inFlight() + unsure(load, bound)).orElse("none");
    }

    Optional<Load> most(LatencyBound bound) {
      return all.stream()
          .takeWhile(load -> load.succeeded() && at(bound, load) <= bound.millis())
          .reduce((fewer, more) -> more);
    }

    private static String unsure(Load load, LatencyBound bound) {
      return LoadFile.percentileInterval(load.histograms().get(""), bound.percentile() / 100)
          .map(one -> one.high() > bound.millis() ? " (not sure: its interval is wider)" : "")
          .orElse(" (too few requests to be sure)");
    }
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    boolean open =
        !results.order().overrides().getOrDefault(LoadSettings.RATE, "none").equals("none");
    List<Load> loads =
        results.cells().stream()
            .map(Load::of)
            .sorted(
                Comparator.<Load, String>comparing(Saturation::operation)
                    .thenComparing(load -> load.cell().http1())
                    .thenComparingInt(Load::inFlight))
            .toList();
    List<Sweep> sweeps =
        loads.stream()
            .map(Sweep::labelOf)
            .distinct()
            .map(label -> Sweep.of(label, loads))
            .filter(sweep -> !sweep.loads().isEmpty())
            .toList();
    List<LatencyBound> bounds =
        results.order().bounds().isEmpty() ? LatencyBound.USUAL : results.order().bounds();
    BaselineComparison http1 = baselines(results.cells()).get(0);
    Map<String, String> named = new HashMap<>();
    for (Sweep sweep : sweeps) {
      sweep.kneeInFlight().ifPresent(knee -> named.put(sweep.label() + ": knee", knee));
      named.put(sweep.label() + ": P50 grown", sweep.grown());
      named.put(sweep.label() + ": fastest", "" + sweep.fastest().inFlight());
      named.put(sweep.label() + ": predicted", Load.millis(sweep.predictedMillis(sweep.last())));
      bounds.forEach(one -> named.put(sweep.label() + ": " + one.words(), sweep.within(one)));
    }
    Published published = Published.of(results, named, List.of()).orElseThrow();
    List<Chart> charts = new ArrayList<>();
    for (String operation : sweeps.stream().map(Sweep::operation).distinct().toList()) {
      List<Sweep> both = sweeps.stream().filter(one -> one.operation().equals(operation)).toList();
      charts.addAll(charts(operation, both, open));
    }
    List<String> findings = new ArrayList<>();
    findings.add(
        open
            ? "Open loop: requests were sent at a given rate, and a latency counts from the time"
                + " when its request was due. No knee is calculated."
            : knees(sweeps));
    http1.finding().ifPresent(findings::add);
    findings.addAll(published.findings());
    findings.addAll(Load.flags(loads));
    List<String> flags = sweeps.stream().flatMap(one -> steps(one.loads()).stream()).toList();
    if (!flags.isEmpty()) {
      findings.add(
          Text.of("%d step(s) between loads flagged: %s.", flags.size(), String.join("; ", flags)));
    }
    return new StudyReport(
        results,
        findings,
        List.of(
            sweeps(sweeps, bounds, open),
            operatingPoints(sweeps, bounds, open),
            latencies(loads, sweeps, http1),
            parts(loads, sweeps),
            bandwidth(loads, sweeps, open),
            published.table()),
        charts);
  }

  private static List<String> steps(List<Load> loads) {
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

  private static String knees(List<Sweep> sweeps) {
    return sweeps.stream()
        .filter(one -> one.atKnee().isPresent())
        .collect(Collectors.groupingBy(Sweep::operation, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(one -> knees(one.getKey(), one.getValue()))
        .reduce((some, one) -> some + "; " + one)
        .map(all -> "Beyond the knee more requests in flight mostly wait; it is at " + all + ".")
        .orElse("Too little was measured to find a knee.");
  }

  private static String knees(String operation, List<Sweep> sweeps) {
    return sweeps.stream()
        .map(one -> one.kneeInFlight().orElseThrow() + " over " + one.protocol())
        .reduce((some, one) -> some + " and " + one)
        .map(all -> all + " for a " + operation)
        .orElseThrow();
  }

  private static double at(LatencyBound bound, Load load) {
    return load.latency("", "P" + bound.percentile());
  }

  private static Sweep sweep(Load load, List<Sweep> sweeps) {
    return sweeps.stream().filter(one -> one.all().contains(load)).findFirst().orElseThrow();
  }

  /** Of latencies there are several powers of ten, of throughput hardly one. */
  private static List<Chart> charts(String operation, List<Sweep> both, boolean open) {
    List<Curve> throughputs = new ArrayList<>();
    List<Curve> latencies = new ArrayList<>();
    List<Marker> knees = new ArrayList<>();
    for (Sweep sweep : both) {
      throughputs.add(sweep.drawn("", Load.THROUGHPUT.value()));
      latencies.add(sweep.drawn(", P50", load -> LoadFile.millis(load.latencies(), "P50")));
      latencies.add(sweep.drawn(", P99", Load.P99.value()));
      sweep.marker().filter(knee -> !open).ifPresent(knees::add);
    }
    Dimension rate = new Dimension("requests/s", false);
    Dimension time = new Dimension("ms", true);
    return List.of(
        Load.chart("Throughput of a " + operation, IN_FLIGHT, rate, throughputs, knees),
        Load.chart("Latency of a " + operation, IN_FLIGHT, time, latencies, List.of()));
  }

  private static ResultTable sweeps(List<Sweep> sweeps, List<LatencyBound> bounds, boolean open) {
    ResultTable.Of<Sweep> table =
        ResultTable.of("Each operation over each protocol", sweeps)
            .text("operation", Sweep::operation)
            .text("protocol", Sweep::protocol);
    if (!open) {
      table
          .number("knee, in flight", Sweep::kneeInFlight)
          .text("95 % of the resamples", one -> one.resampled().map(one::range))
          .number(
              "exactly there, %",
              one ->
                  one.resampled()
                      .map(knee -> Text.of("%.0f", 100 * knee.confidence().getAsDouble())))
          .number(
              "throughput with the most in flight, by that",
              one -> one.behindKnee(Sweep::throughput))
          .number(
              "P50 with the most in flight, by that",
              one -> one.behindKnee(load -> load.latency("", "P50")));
    }
    for (LatencyBound bound : bounds) {
      table.text(bound.words() + ", up to in flight", one -> one.within(bound));
    }
    return table;
  }

  /** A use, the load for it if there is one, and what its latency leaves of the target. */
  private record Point(Sweep sweep, String use, Optional<Load> load, double left) {
    Point(Sweep sweep, String use, Optional<Load> load) {
      this(sweep, use, load, Double.NaN);
    }

    Optional<String> millis(String part, String which) {
      return load.map(one -> Load.millis(one.latency(part, which)));
    }
  }

  /** The load and the latency budget of each kind of use; the budget has means, so they add up. */
  private static ResultTable operatingPoints(
      List<Sweep> sweeps, List<LatencyBound> bounds, boolean open) {
    List<Point> points = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      points.add(new Point(sweep, "lowest latency", Optional.of(sweep.first())));
      for (LatencyBound bound : bounds) {
        Optional<Load> most = sweep.most(bound);
        double left = most.map(load -> bound.millis() - at(bound, load)).orElse(Double.NaN);
        points.add(new Point(sweep, bound.words(), most, left));
      }
      if (!open) {
        points.add(new Point(sweep, "knee", sweep.atKnee()));
      }
      points.add(new Point(sweep, "highest throughput", Optional.of(sweep.fastest())));
    }
    return ResultTable.of(
            "Operating points by use, and their latency budget (means: server + transport = total)",
            points)
        .text("operation", point -> point.sweep().operation())
        .text("protocol", point -> point.sweep().protocol())
        .text("use", Point::use)
        .number("in flight", point -> point.load().map(load -> Text.of("%,d", load.inFlight())))
        .number("requests/s", point -> point.load().map(Load::requestsPerSecond))
        .number("P99, ms", point -> point.millis("", "P99"))
        .number("server, ms", point -> point.millis(LoadFile.SERVER, "mean"))
        .number("transport, ms", point -> point.millis(LoadFile.TRANSPORT, "mean"))
        .number("total, ms", point -> point.millis("", "mean"))
        .number("left of the target, ms", point -> Load.millis(point.left()));
  }

  private static ResultTable.Of<Load> begun(String caption, List<Load> loads) {
    return ResultTable.of(caption, loads)
        .text("operation", Saturation::operation)
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> Text.of("%,d", load.inFlight()));
  }

  private static ResultTable latencies(
      List<Load> loads, List<Sweep> sweeps, BaselineComparison http1) {
    ResultTable.Of<Load> table =
        begun("Measured, end to end", loads)
            .number("requests/s", Load::requestsPerSecond)
            .text("ratio to HTTP/1.1 (95 %)", load -> http1.ratio(load.cell()));
    percentiles(table, sweeps, "", ", ratio to 1 in flight");
    table
        .number("in flight by Little's law", load -> load.text("%.1f", LoadFile::inFlightByLittle))
        .number(
            "Little's law: error, %",
            load -> load.text("%+.1f", one -> 100 * (one.inFlightByLittle() / one.inFlight() - 1)))
        .number(
            "connections",
            load -> load.cell().loads().stream().map(LoadFile::connections).max(Long::compare));
    return Load.ended(table);
  }

  private static ResultTable parts(List<Load> loads, List<Sweep> sweeps) {
    ResultTable.Of<Load> table = begun("Measured, parts of the whole", loads);
    percentiles(table, sweeps, LoadFile.SERVER, ", times that at 1");
    percentiles(table, sweeps, LoadFile.TRANSPORT, ", times that at 1");
    table.number(
        "transport, % of the mean",
        load ->
            Load.shown(
                "%.0f", 100 * load.latency(LoadFile.TRANSPORT, "mean") / load.latency("", "mean")));
    return Load.latencies(table, LoadFile.FIRST_BYTE, "P50", "P99");
  }

  private static void percentiles(
      ResultTable.Of<Load> table, List<Sweep> sweeps, String part, String multiple) {
    Load.latencies(table, part, PERCENTILES);
    for (String which : PERCENTILES) {
      table.number(
          (part.isEmpty() ? "" : part + ": ") + which + multiple,
          load -> load.whole().map(any -> sweep(load, sweeps).multiple(load, part, which)));
    }
  }

  /**
   * The bandwidth of the data that requests are about, without headers, and what the latency would
   * be if it were that of one request alone and, for all in flight, of sending at full bandwidth.
   */
  private static ResultTable bandwidth(List<Load> loads, List<Sweep> sweeps, boolean open) {
    ResultTable.Of<Load> table =
        begun(
                "Bandwidth of reads and writes, its utilization, and the latency predicted with the"
                    + " highest of each sweep: L0 + C x P / B",
                loads.stream()
                    .filter(Load::completed)
                    .filter(load -> !operation(load).equals("lookup"))
                    .toList())
            .number("Gbit/s", load -> load.text("%.2f", Load::gbitPerSecond))
            .number(
                "utilization, %",
                load -> Text.of("%.0f", 100 * sweep(load, sweeps).utilization(load)))
            .number("mean, times that at 1", load -> sweep(load, sweeps).multiple(load, "", "mean"))
            .number("mean, ms", load -> Load.millis(load.latency("", "mean")));
    if (open) {
      return table; // how many are in flight is not known
    }
    return table
        .number("predicted, ms", load -> Load.millis(sweep(load, sweeps).predictedMillis(load)))
        .number(
            "observed / predicted",
            load ->
                Load.shown(
                    "%.2f", load.latency("", "mean") / sweep(load, sweeps).predictedMillis(load)));
  }
}
