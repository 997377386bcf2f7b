package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Marker;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The parts that the reports of loads have in common. */
final class Loads {
  static final Map<String, ToDoubleFunction<Latencies>> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put("mean", Latencies::mean);
    LATENCIES.put("min", Latencies::min);
    LATENCIES.put("P50", Latencies::p50);
    LATENCIES.put("P95", Latencies::p95);
    LATENCIES.put("P99", Latencies::p99);
    LATENCIES.put("P99.9", Latencies::p999);
    LATENCIES.put("max", Latencies::max);
  }

  private Loads() {}

  /**
   * A cell of UpdateRequests: one node, a fixed number of small writes.
   *
   * @param inFlight requests at the same time
   * @param pairs what the cell adds or changes; see {@link Parameters#of}
   */
  static StudyCell updates(String label, Scale scale, int inFlight, String pairs) {
    return StudyCell.of(label, "UpdateRequests.add", "cluster=process useHttp1=false")
        .with("requests=" + (scale == Scale.QUICK ? 3_000 : 50_000))
        .with(pairs)
        .withThreads(inFlight);
  }

  /** Throughput and latencies, cell by cell, with what contradicts itself. */
  static ResultTable table(List<Load> loads) {
    ResultTable.Of<Load> table =
        ResultTable.of("Measured", loads)
            .text("cell", Load::label)
            .number("in flight", load -> Text.of("%,d", load.inFlight()))
            .number("limit", load -> load.cell().parameter(Parameters.STREAM_LIMIT))
            .number("requests/s", Load::requestsPerSecond);
    LATENCIES.forEach((head, value) -> table.number(head + ", ms", load -> load.millis("", value)));
    return ended(tail(table)).text("flagged", load -> load.flags().isEmpty() ? "" : "yes");
  }

  /** Adds the evidence for P99; requests are taken as independent, and forks as one. */
  static ResultTable.Of<Load> tail(ResultTable.Of<Load> table) {
    return table
        .text("P99, ms, 95 % interval (these requests)", Load::p99Interval)
        .number("requests above P99", Load::aboveP99);
  }

  /** Adds the columns of what every load ended with. */
  static ResultTable.Of<Load> ended(ResultTable.Of<Load> table) {
    return table
        .number("success", load -> load.text("%.3f %%", one -> 100 * one.success()))
        .text("failures", Load::failures)
        .number("forks", load -> load.cell().loads().size())
        .entries("result", false, load -> load.cell().result());
  }

  /** Published loads in the columns of {@link #table}. */
  static ResultTable published(String study) {
    ResultTable.Of<LoadFigures> table =
        ResultTable.of("Published", Published.loads(study))
            .text("setting", LoadFigures::label)
            .number("in flight", load -> Text.of("%,d", load.inFlight()))
            .number("requests/s", load -> Text.of("%,.2f", load.requestsPerSecond()));
    LATENCIES.forEach(
        (head, value) ->
            table.number(head + ", ms", load -> Load.millis(value.applyAsDouble(load.whole()))));
    return table
        .number("success", load -> Text.of("%.0f %%", 100 * load.success()))
        .text("flagged", load -> String.join("; ", SelfChecks.of(load)));
  }

  /** The cost of a load for the client, cell by cell. */
  static ResultTable memory(List<CellFigures> cells) {
    return Documents.cells("Client: connections and memory", cells)
        .number("connections open afterwards", middle(LoadFile::connections, "%,.0f"))
        .number("heap before, MB", middle(load -> load.heapBeforeBytes() / 1e6, "%,.1f"))
        .number("heap after, MB", middle(load -> load.heapAfterBytes() / 1e6, "%,.1f"))
        .number("growth, MB", middle(Loads::heapGrowthMegabytes, "%+,.1f"))
        .number("allocated, bytes per request", middle(LoadFile::allocatedBytesPerRequest, "%,.0f"))
        .number("CPU, %", middle(load -> 100 * load.generatorCpu(), "%,.0f"));
  }

  /** Growth of the client's heap under a load, after a garbage collection each time. */
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

  /** A line for everything that the self-checks have flagged. */
  static List<String> flags(List<Load> loads) {
    List<String> flags = new ArrayList<>();
    for (Load load : loads) {
      load.flags().forEach(flag -> flags.add("Flagged, " + load.label() + ": " + flag + "."));
    }
    Load.fewAboveP99(loads).ifPresent(flags::add);
    return flags;
  }

  /**
   * Names the best cell, and whether the difference to the next is evidence. A cell in which a
   * request failed is left out.
   *
   * @param what it is best for, as a subject
   * @param value of a fork
   * @param unit behind the number
   */
  static String best(
      String what, List<Load> loads, Better better, ToDoubleFunction<LoadFile> value, String unit) {
    Comparator<Load> ascending = Comparator.comparingDouble(load -> load.sample(value).median());
    List<Load> ranked =
        loads.stream()
            .filter(load -> load.figures().filter(one -> one.success() == 1).isPresent())
            .sorted(better == Better.HIGHER ? ascending.reversed() : ascending)
            .toList();
    if (ranked.size() < 2) {
      return Text.of("Best for %s: not enough was measured to say.", what);
    }
    Sample first = ranked.get(0).sample(value);
    Sample second = ranked.get(1).sample(value);
    Judgement judgement =
        BaselineComparison.judge(better, first, List.of(Optional.of(second))).get(0);
    return Text.of(
        "Best for %s, median of the forks: %s with %s %s. Next, with %s: %s %s.",
        what,
        ranked.get(0).label(),
        rounded(first.median()),
        unit,
        rounded(second.median()),
        ranked.get(1).label(),
        BaselineComparison.words(better, judgement));
  }

  private static String rounded(double value) {
    return value >= 100 ? Text.of("%,.0f", value) : Rounded.alone(value);
  }

  static double p99Millis(LoadFile load) {
    return LoadFile.latencies(load.latencies()).p99();
  }

  record Pair(String what, Load load, Load other) {
    private String ratio(ToDoubleFunction<LoadFigures> value) {
      return Text.of(
          "%.2f",
          value.applyAsDouble(load.figures().orElseThrow())
              / value.applyAsDouble(other.figures().orElseThrow()));
    }

    /** The throughput by medians of the forks, with its interval. */
    private String throughput() {
      Sample base = other.sample(LoadFile::requestsPerSecond);
      Sample one = load.sample(LoadFile::requestsPerSecond);
      return BaselineComparison.judge(Better.HIGHER, base, List.of(Optional.of(one)))
          .get(0)
          .evidence()
          .map(BaselineComparison::ratio)
          .orElseGet(
              () -> Text.of("%.2f (too few forks for an interval)", one.median() / base.median()));
    }
  }

  /** Loads compared with others, where both completed. */
  static ResultTable pairs(List<Pair> pairs) {
    return ResultTable.of(
            "Loads compared with others, as multiples",
            pairs.stream()
                .filter(pair -> pair.load.figures().isPresent())
                .filter(pair -> pair.other.figures().isPresent())
                .toList())
        .text("load", Pair::what)
        .text("throughput, by forks (95 %)", Pair::throughput)
        .number("throughput", pair -> pair.ratio(LoadFigures::requestsPerSecond))
        .number("mean latency", pair -> pair.ratio(one -> one.whole().mean()))
        .number("P99, ms", pair -> pair.load.millis("", Latencies::p99))
        .number("P99 of the other, ms", pair -> pair.other.millis("", Latencies::p99));
  }

  /** Loads that have forks as a curve: their median, from the lowest to the highest. */
  static Curve curve(
      String name, List<Load> loads, ToDoubleFunction<Load> at, ToDoubleFunction<LoadFile> value) {
    return new Curve(
        name,
        loads.stream()
            .filter(load -> !load.cell().loads().isEmpty())
            .map(
                load -> {
                  double[] all = load.sample(value).scores();
                  return new Point(
                      at.applyAsDouble(load),
                      new Range(load.sample(value).median(), all[0], all[all.length - 1]));
                })
            .toList());
  }

  /** A chart of those curves that have a point. */
  static CurveChart chart(
      String title, String x, Dimension y, List<Curve> curves, List<Marker> markers) {
    return new CurveChart(
        title + ", from the lowest fork to the highest",
        new Dimension(x, true),
        y,
        curves.stream().filter(curve -> !curve.points().isEmpty()).toList(),
        markers);
  }
}
