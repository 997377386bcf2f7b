package io.streambench.study.load;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
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
  /** Head of the column; requests are taken as independent, and forks are not told apart. */
  static final String P99_INTERVAL = "P99, ms, 95 % interval (these requests)";

  /** The heads of latencies, which are in milliseconds, in the order of the columns. */
  static final Map<String, ToDoubleFunction<Latencies>> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put("mean, ms", Latencies::mean);
    LATENCIES.put("min, ms", Latencies::min);
    LATENCIES.put("P50, ms", Latencies::p50);
    LATENCIES.put("P95, ms", Latencies::p95);
    LATENCIES.put("P99, ms", Latencies::p99);
    LATENCIES.put("P99.9, ms", Latencies::p999);
    LATENCIES.put("max, ms", Latencies::max);
  }

  private Loads() {}

  /**
   * A cell of UpdateRequests: one node, a fixed number of small writes.
   *
   * @param inFlight requests at the same time
   * @param pairs what the cell adds or changes; see {@link Parameters#of}
   */
  static StudyCell updates(String label, Scale scale, int inFlight, String pairs) {
    String common =
        "cluster=process useHttp1=false requests=" + (scale == Scale.QUICK ? "3000" : "50000");
    return new StudyCell(label, "UpdateRequests.add", Parameters.of(common), List.of(), inFlight)
        .with(pairs);
  }

  /**
   * Throughput and latencies, cell by cell, with what contradicts itself.
   *
   * @param limit the parameter that is a column of its own, if one is
   */
  static ResultTable table(List<Load> loads, Optional<String> limit) {
    ResultTable.Of<Load> table =
        ResultTable.of("Measured", loads)
            .text("cell", load -> load.cell().label())
            .number("in flight", load -> Text.of("%,d", load.inFlight()));
    limit.ifPresent(name -> table.number("limit", load -> load.cell().parameter(name)));
    table.number("requests/s", Loads::requestsPerSecond);
    LATENCIES.forEach((head, value) -> table.number(head, load -> load.millis("", value)));
    table.text(P99_INTERVAL, Load::p99Interval).number("requests above P99", Load::aboveP99);
    return ended(table).text("flagged", Load::flagged);
  }

  /** Adds the columns of what every load ended with. */
  static ResultTable.Of<Load> ended(ResultTable.Of<Load> table) {
    return table
        .number("success", load -> load.text(one -> Text.of("%.3f %%", 100 * one.success())))
        .text("failures", Load::failures)
        .number("forks", load -> load.cell().loads().size())
        .entries("result", false, load -> Documents.outcome(load.cell()));
  }

  static Optional<String> requestsPerSecond(Load load) {
    return load.text(one -> Text.of("%,.0f", one.requestsPerSecond()));
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
      load.figures().map(SelfChecks::of).orElse(List.of()).stream()
          .map(flag -> "Flagged, " + load.cell().label() + ": " + flag + ".")
          .forEach(flags::add);
    }
    flags.addAll(Tail.notes(loads));
    return flags;
  }

  /**
   * Names the best cell, and tells whether the difference to the next is evidence. A cell in which
   * a request failed is left out.
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
    return Text.of(
        "Best for %s, median of the forks: %s with %s %s. Next: %s with %s %s: %s.",
        what,
        ranked.get(0).cell().label(),
        rounded(first.median()),
        unit,
        ranked.get(1).cell().label(),
        rounded(second.median()),
        unit,
        evidence(Documents.judged(better, first, List.of(Optional.of(second))).get(0)));
  }

  private static String evidence(Judgement judgement) {
    return switch (judgement.verdict()) {
      case FASTER, SLOWER -> "evidence of a difference";
      case NO_EVIDENCE, WITHIN_THRESHOLD -> "no evidence of a difference";
      case TOO_FEW_FORKS, NOT_COMPARABLE ->
          Text.of("the difference cannot be judged, %d forks are needed", judgement.forksNeeded());
    };
  }

  private static String rounded(double value) {
    return value >= 100 ? Text.of("%,.0f", value) : Rounded.alone(value);
  }

  /** P99 in milliseconds. */
  static double p99Millis(LoadFile load) {
    return LoadFile.latencies(load.latencies()).p99();
  }

  /** A load and the one that it is compared with. */
  record Pair(String what, Load load, Load other) {
    private Optional<String> ratio(ToDoubleFunction<LoadFigures> value) {
      return load.figures()
          .map(value::applyAsDouble)
          .flatMap(
              one ->
                  other
                      .figures()
                      .map(value::applyAsDouble)
                      .map(base -> Text.of("%.2f", one / base)));
    }

    /** The throughput by medians of the forks, with its interval. */
    private String throughput() {
      Sample base = other.sample(LoadFile::requestsPerSecond);
      Sample one = load.sample(LoadFile::requestsPerSecond);
      Judgement judgement = Documents.judged(Better.HIGHER, base, List.of(Optional.of(one))).get(0);
      return judgement.evidence().isPresent()
          ? Documents.ratio(judgement)
          : Text.of("%.2f (too few forks for an interval)", one.median() / base.median());
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

  /** The loads that have forks as a curve: their median, from the lowest to the highest. */
  static Optional<Curve> curve(
      String name, List<Load> loads, ToDoubleFunction<Load> at, ToDoubleFunction<LoadFile> value) {
    List<Point> points =
        loads.stream()
            .filter(load -> !load.cell().loads().isEmpty())
            .map(
                load -> {
                  double[] all = load.sample(value).scores();
                  return new Point(
                      at.applyAsDouble(load),
                      new Range(load.sample(value).median(), all[0], all[all.length - 1]));
                })
            .toList();
    return points.isEmpty() ? Optional.empty() : Optional.of(new Curve(name, points));
  }

  /** Published loads in the columns of {@link #table}. */
  static ResultTable published(List<LoadFigures> loads) {
    ResultTable.Of<LoadFigures> table =
        ResultTable.of("Published", loads)
            .text("setting", LoadFigures::label)
            .number("in flight", load -> Text.of("%,d", load.inFlight()))
            .number("requests/s", load -> Text.of("%,.2f", load.requestsPerSecond()));
    LATENCIES.forEach(
        (head, value) ->
            table.number(head, load -> Millis.text(value.applyAsDouble(load.whole()))));
    return table
        .number("success", load -> Text.of("%.0f %%", 100 * load.success()))
        .text("flagged", load -> String.join("; ", SelfChecks.of(load)));
  }
}
