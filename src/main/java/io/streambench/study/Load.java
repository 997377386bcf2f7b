package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Comparison.Question;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Judgement.Evidence;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.bench.load.LoadRun;
import io.streambench.config.BenchmarkParameters;
import io.streambench.config.Text;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.results.SelfChecks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The loads of a cell as one, and the parts that reports of loads have in common.
 *
 * @param whole the requests of all forks together, so that throughput and latency are of the same
 *     requests; empty if a fork did not complete: what is left would be the lucky ones
 * @param histograms of the same: latencies by part of a request, of the whole with an empty name
 */
record Load(CellFigures cell, Optional<LoadFile> whole, Map<String, Histogram> histograms) {
  /**
   * The requests above P99 that suffice. The 95 % interval of P99 is then about a fifth of a
   * percentile each way.
   */
  private static final int ENOUGH = 100;

  /** A figure by which loads are compared. */
  record Measure(Better better, String unit, ToDoubleFunction<LoadFile> value) {
    static Measure of(String figure) {
      boolean allocated = figure.equals("allocated");
      return figure.equals(THROUGHPUT.unit)
          ? THROUGHPUT
          : new Measure(
              Better.LOWER, allocated ? "bytes per request" : "ms", figureOf(figure).orElseThrow());
    }
  }

  static final Measure THROUGHPUT =
      new Measure(Better.HIGHER, "requests/s", LoadFile::requestsPerSecond);

  static final Measure P99 = Measure.of("P99");

  static Load of(CellFigures cell) {
    Map<String, Histogram> histograms = new HashMap<>();
    List<LoadFile> forks = cell.loads();
    if (forks.isEmpty() || forks.size() < cell.outcomes().size()) {
      return new Load(cell, Optional.empty(), histograms);
    }
    LoadFile whole = LoadFile.inSequence(forks);
    histograms.put("", whole.latencies());
    whole.parts().keySet().forEach(part -> histograms.put(part, whole.part(part).orElseThrow()));
    return new Load(cell, Optional.of(whole), histograms);
  }

  String label() {
    return cell.label();
  }

  int inFlight() {
    return cell.threads();
  }

  Sample sample(ToDoubleFunction<LoadFile> value) {
    return cell.sample(forks(value));
  }

  String text(String format, ToDoubleFunction<LoadFile> value) {
    return shown(format, whole.map(value::applyAsDouble).orElse(Double.NaN));
  }

  String requestsPerSecond() {
    return text("%,.0f", LoadFile::requestsPerSecond);
  }

  /** A latency of a part of each request, see {@link LoadFile#millis}; NaN if it is not known. */
  double latency(String part, String which) {
    return histograms.containsKey(part) ? LoadFile.millis(histograms.get(part), which) : Double.NaN;
  }

  /** A number as text; a dash if it is none. */
  static String shown(String format, double value) {
    return Double.isFinite(value) ? Text.of(format, value) : "-";
  }

  /**
   * A figure by its name: {@code requests/s}, {@code Gbit/s}, {@code bytes} of a request, {@code
   * success} in percent, {@code seconds}, {@code growth} of the client's heap in MB, {@code
   * allocated} bytes per request, or a latency such as {@code P99} or {@code max}, of a part as in
   * {@code transport-P99}.
   */
  static Optional<ToDoubleFunction<LoadFile>> figureOf(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "requests/s" -> LoadFile::requestsPerSecond;
          case "Gbit/s" -> Load::gbitPerSecond;
          case "bytes" -> load -> bytes(load) / load.succeeded();
          case "success" -> load -> 100 * load.success();
          case "seconds" -> LoadFile::seconds;
          case "growth" -> Load::heapGrowthMegabytes;
          case "allocated" -> LoadFile::allocatedBytesPerRequest;
          default -> latencyOf(name);
        });
  }

  private static ToDoubleFunction<LoadFile> latencyOf(String name) {
    String part = name.substring(0, Math.max(0, name.indexOf('-')));
    String which = name.substring(name.indexOf('-') + 1);
    if (!which.matches("P[0-9.]+|mean|min|max")) {
      return null;
    }
    return part.isEmpty()
        ? load -> LoadFile.millis(load.latencies(), which)
        : load -> load.part(part).map(all -> LoadFile.millis(all, which)).orElse(Double.NaN);
  }

  /** A figure of all forks together; of what a fork has once, the median. */
  Optional<Double> figure(String name) {
    boolean once = List.of("seconds", "growth", "allocated").contains(name);
    Median median = Median.withDefaults();
    return whole.flatMap(
        all ->
            figureOf(name).map(one -> once ? median.evaluate(forks(one)) : one.applyAsDouble(all)));
  }

  private double[] forks(ToDoubleFunction<LoadFile> value) {
    return cell.loads().stream().mapToDouble(value).toArray();
  }

  private static double bytes(LoadFile load) {
    return (double) load.bytesSent() + load.bytesReceived();
  }

  static double gbitPerSecond(LoadFile load) {
    return 8e-9 * bytes(load) / load.seconds();
  }

  /** Milliseconds as text: three digits, or as many as stand before the point. */
  static String millis(double millis) {
    int magnitude = millis > 0 ? (int) Math.floor(Math.log10(millis)) : 0;
    return shown("%,." + Math.max(0, Math.min(6, 2 - magnitude)) + "f", millis);
  }

  private long above() {
    return histograms.get("").getTotalCount() / 100;
  }

  private String failures() {
    Map<String, Long> all = new TreeMap<>();
    for (LoadFile load : cell.loads()) {
      load.failures().forEach((kind, n) -> all.merge(kind, n, Long::sum));
    }
    return String.join(
        ", ", all.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList());
  }

  /**
   * Returns whether requests as slow as P99 are undercounted, in a load that ends at a time and not
   * with its last request: one that begins with the load and takes longer than what is left out at
   * its beginning cannot end in the first part of what counts.
   */
  boolean censored() {
    double counted = cell.loads().stream().mapToDouble(LoadFile::seconds).min().orElse(0);
    double leftOut = Math.min(2, counted / 3);
    return !cell.cell().parameters().containsKey(BenchmarkParameters.REQUESTS.name())
        && latency("", "P99") / 1000 - leftOut > 0.1 * counted;
  }

  List<String> flags() {
    List<String> flags = new ArrayList<>(whole.map(SelfChecks::of).orElse(List.of()));
    if (censored()) {
      flags.add("P99 is a lower bound: requests as slow as that are undercounted");
    }
    return flags;
  }

  /** A line for everything that is flagged, and one for all cells with few requests above P99. */
  static List<String> flags(List<Load> loads) {
    List<String> flags = new ArrayList<>();
    for (Load load : loads) {
      load.flags().forEach(flag -> flags.add("Flagged, " + load.label() + ": " + flag + "."));
    }
    List<Load> measured =
        loads.stream().filter(Load::completed).sorted(Comparator.comparing(Load::above)).toList();
    long few = measured.stream().filter(load -> load.above() < ENOUGH).count();
    if (few > 0) {
      Load fewest = measured.get(0);
      flags.add(
          Text.of(
              "Fewer than %d requests are above P99 in %d of %d cells (fewest: %s with %d)."
                  + " Use more forks.",
              ENOUGH, few, measured.size(), fewest.label(), fewest.above()));
    }
    return flags;
  }

  /** The report of a study that ranks its loads for these uses, each by a figure. */
  static StudyReport report(StudyResults results, Map<String, String> best) {
    List<Load> loads = results.cells().stream().map(Load::of).toList();
    List<String> ranked =
        best.entrySet().stream()
            .map(use -> best(use.getKey(), loads, Measure.of(use.getValue())))
            .toList();
    return report(results, ranked, List.of());
  }

  /** The report of loads, compared with their baselines pair by pair. */
  static StudyReport report(StudyResults results, List<String> findings, List<Chart> charts) {
    List<Load> loads = results.cells().stream().map(Load::of).toList();
    Map<String, Load> byLabel = new LinkedHashMap<>();
    loads.forEach(load -> byLabel.put(load.label(), load));
    List<Pair> pairs = new ArrayList<>();
    for (Pairing pairing : results.order().study().spec.baselines()) {
      pairing
          .pairs(List.copyOf(byLabel.keySet()))
          .forEach(
              (label, base) ->
                  Pair.of(
                          pairing.words(),
                          Optional.of(byLabel.get(label)),
                          Optional.of(byLabel.get(base)))
                      .ifPresent(pairs::add));
    }
    Published published = Published.of(results, Map.of(), List.of()).orElseThrow();
    List<String> all = new ArrayList<>(published.findings());
    all.addAll(0, findings);
    all.addAll(flags(loads));
    return new StudyReport(
        results,
        all,
        List.of(table(loads), memory(results.cells()), pairs(pairs), published.table()),
        charts);
  }

  static ResultTable table(List<Load> loads) {
    ResultTable.Of<Load> table =
        ResultTable.of("Measured", loads)
            .text("cell", Load::label)
            .number("in flight", load -> Text.of("%,d", load.inFlight()))
            .number(
                "limit",
                load -> load.cell.parameter(BenchmarkParameters.MAX_CONCURRENT_STREAMS.name()))
            .number("requests/s", Load::requestsPerSecond);
    latencies(table, "", "mean", "min", "P50", "P95", "P99", "P99.9", "max");
    return ended(table);
  }

  static ResultTable.Of<Load> latencies(
      ResultTable.Of<Load> table, String part, String... latencies) {
    for (String which : latencies) {
      table.number(
          (part.isEmpty() ? "" : part + ": ") + which + ", ms",
          load -> millis(load.latency(part, which)));
    }
    return table;
  }

  /** Adds the evidence for P99, with requests taken as independent, and how the load ended. */
  static ResultTable.Of<Load> ended(ResultTable.Of<Load> table) {
    return table
        .text(
            "P99, ms, 95 % interval (these requests)",
            load -> load.whole.map(all -> interval(load.histograms.get(""), 0.99)))
        .number("requests above P99", load -> load.whole.map(all -> Text.of("%,d", load.above())))
        .number("success", load -> load.text("%.3f %%", one -> 100 * one.success()))
        .text("failures", Load::failures)
        .number("forks", load -> load.cell.loads().size())
        .entries("result", false, load -> load.cell.result())
        .text("flagged", load -> load.flags().isEmpty() ? "" : "yes");
  }

  private static String interval(Histogram all, double quantile) {
    return LoadFile.percentileInterval(all, quantile)
        .map(one -> Text.range(millis(one.low()), millis(one.high())))
        .orElse("too few requests");
  }

  static ResultTable memory(List<CellFigures> cells) {
    return Documents.cells("Connections and memory: client and node", cells)
        .number("connections open afterwards", middle(LoadFile::connections, "%,.0f"))
        .number("heap before, MB", middle(load -> load.heapBeforeBytes() / 1e6, "%,.1f"))
        .number("heap after, MB", middle(load -> load.heapAfterBytes() / 1e6, "%,.1f"))
        .number("growth, MB", middle(Load::heapGrowthMegabytes, "%+,.1f"))
        .number("allocated, bytes per request", middle(LoadFile::allocatedBytesPerRequest, "%,.0f"))
        .number("CPU, %", middle(load -> 100 * load.generatorCpu(), "%,.0f"))
        .number("node: growth, MB", cell -> cell.rounded(LoadRun.NODE_GROWTH, 1));
  }

  static double heapGrowthMegabytes(LoadFile load) {
    return (load.heapAfterBytes() - load.heapBeforeBytes()) / 1e6;
  }

  private static Function<CellFigures, Optional<String>> middle(
      ToDoubleFunction<LoadFile> value, String format) {
    return cell -> {
      double[] forks = cell.loads().stream().mapToDouble(value).sorted().toArray();
      return forks.length == 0
          ? Optional.empty()
          : Optional.of(Text.of(format, forks[(forks.length - 1) / 2]));
    };
  }

  /**
   * Names the best cell, and whether the difference to the next is evidence, corrected for all
   * pairs: the scores chose the two. A cell in which a request failed is left out.
   */
  static String best(String what, List<Load> loads, Measure by) {
    List<Load> ranked = ranked(loads, by);
    if (ranked.size() < 2) {
      return Text.of("Best for %s: not enough was measured to say.", what);
    }
    return Text.of(
        "Best for %s, median of the forks: %s with %s %s. Next, with %s: %s %s (corrected for all"
            + " pairs of %d cells).",
        what,
        ranked.get(0).label(),
        Published.number(ranked.get(0).sample(by.value).median()),
        by.unit,
        Published.number(ranked.get(1).sample(by.value).median()),
        ranked.get(1).label(),
        BaselineComparison.words(by.better, byBest(ranked, by).get(0)),
        ranked.size());
  }

  /** The loads of which all requests succeeded, the best median first. */
  static List<Load> ranked(List<Load> loads, Measure by) {
    Comparator<Load> ascending = Comparator.comparingDouble(load -> load.sample(by.value).median());
    return loads.stream()
        .filter(Load::succeeded)
        .sorted(by.better == Better.HIGHER ? ascending.reversed() : ascending)
        .toList();
  }

  /**
   * All but the first of these compared with the first, corrected for every pair, so that it holds
   * for a pair that the scores chose.
   */
  static List<Judgement> byBest(List<Load> ranked, Measure by) {
    List<Sample> samples = ranked.stream().map(load -> load.sample(by.value)).toList();
    List<Question> pairs = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      for (Sample other : samples.subList(i + 1, samples.size())) {
        pairs.add(new Question(samples.get(i), Optional.of(other)));
      }
    }
    return new Comparison(0)
        .judge(by.better, Layout.INTERLEAVED, pairs)
        .subList(0, Math.max(0, ranked.size() - 1));
  }

  boolean completed() {
    return whole.isPresent();
  }

  /** Returns whether all forks completed, and all of their requests succeeded. */
  boolean succeeded() {
    return whole.filter(all -> all.success() == 1).isPresent();
  }

  Judgement compared(Load other, Measure by) {
    return BaselineComparison.judge(by.better, other.sample(by.value), sample(by.value));
  }

  /** A load compared with another, both of which completed. */
  record Pair(String what, Load load, Load other) {
    static Optional<Pair> of(String what, Optional<Load> load, Optional<Load> other) {
      return load.filter(Load::completed)
          .flatMap(one -> other.filter(Load::completed).map(two -> new Pair(what, one, two)));
    }

    /** Not corrected for anything else, and says so. */
    String ratio(ToDoubleFunction<LoadFile> value) {
      Measure any = new Measure(Better.HIGHER, "", value);
      String ratio = ratio(load.compared(other, any), value);
      return load.cell.isOnOtherNodes(other.cell) ? ratio : ratio + ", judged alone";
    }

    private String ratio(Judgement judgement, ToDoubleFunction<LoadFile> value) {
      if (judgement.evidence().isEmpty()) {
        double ratio = load.sample(value).median() / other.sample(value).median();
        return Text.of("%.2f (too few forks)", ratio);
      }
      Evidence found = judgement.evidence().get();
      if (load.cell.isOnOtherNodes(other.cell)) {
        return BaselineComparison.notJudged(found);
      }
      String direction = found.ratio() > 1 ? ", higher" : ", lower";
      return BaselineComparison.ratio(found)
          + (judgement.different() ? direction : ", no evidence");
    }
  }

  static ResultTable pairs(List<Pair> pairs) {
    ResultTable.Of<Pair> table =
        ResultTable.of(
                "Loads compared with others: ratios by round, intervals corrected within a column",
                pairs)
            .text("load", Pair::what);
    compare(table, "throughput", pairs, LoadFile::requestsPerSecond);
    for (String which : List.of("mean", "P50", "P95", "P99", "P99.9")) {
      compare(table, which, pairs, figureOf(which).orElseThrow());
    }
    return table;
  }

  private static void compare(
      ResultTable.Of<Pair> table,
      String column,
      List<Pair> pairs,
      ToDoubleFunction<LoadFile> value) {
    List<Question> asked =
        pairs.stream()
            .map(one -> new Question(one.other.sample(value), Optional.of(one.load.sample(value))))
            .toList();
    List<Judgement> judged = new Comparison(0).judge(Better.HIGHER, Layout.INTERLEAVED, asked);
    table.text(column, pair -> pair.ratio(judged.get(pairs.indexOf(pair)), value));
  }

  /** Loads that have forks as a curve: their median, from the lowest to the highest. */
  static Curve curve(
      String name, List<Load> loads, ToDoubleFunction<Load> at, ToDoubleFunction<LoadFile> value) {
    return new Curve(
        name,
        loads.stream()
            .filter(load -> !load.cell.loads().isEmpty())
            .map(one -> new Point(at.applyAsDouble(one), CellFigures.range(one.sample(value))))
            .toList());
  }

  static CurveChart chart(
      String title, String x, Dimension y, List<Curve> curves, List<Marker> markers) {
    String forks = ", from the lowest fork to the highest";
    return new CurveChart(title + forks, new Dimension(x, true), y, curves, markers);
  }
}
