package io.streambench.study.load;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The parts that the reports of loads have in common. */
public final class Loads {
  /** Head of the column; requests are taken as independent, and forks are not told apart. */
  static final String P99_INTERVAL = "P99, ms, 95 % interval (these requests)";

  private static final String NONE = "-";

  private Loads() {}

  /**
   * The loads of a cell as one: the requests of all forks together, so that throughput and latency
   * are of the same requests. Empty if a fork did not complete: what is left would be the lucky
   * ones.
   */
  static Optional<LoadFigures> figures(CellFigures cell) {
    if (!complete(cell)) {
      return Optional.empty();
    }
    LoadFile first = cell.loads().get(0);
    Map<String, Latencies> parts = new TreeMap<>();
    cell.loads().stream()
        .flatMap(load -> load.parts().keySet().stream())
        .distinct()
        .forEach(
            part ->
                parts.put(
                    part,
                    LoadFile.latencies(
                        merged(cell, load -> load.part(part).orElse(new Histogram(3))))));
    return Optional.of(
        new LoadFigures(
            cell.cell().label(),
            first.inFlight(),
            perSecond(cell, LoadFile::succeeded),
            LoadFile.latencies(merged(cell, LoadFile::latencies)),
            parts,
            cell.loads().stream().mapToDouble(LoadFile::success).average().orElse(0),
            cell.loads().stream().mapToDouble(LoadFile::generatorCpu).max().orElse(0),
            cell.loads().stream().mapToDouble(LoadFile::behindMillis).max().orElse(0)));
  }

  /** The count per second of all forks together. */
  static double perSecond(CellFigures cell, ToLongFunction<LoadFile> count) {
    return cell.loads().stream().mapToLong(count).sum()
        / cell.loads().stream().mapToDouble(LoadFile::seconds).sum();
  }

  private static Histogram merged(CellFigures cell, Function<LoadFile, Histogram> histogram) {
    Histogram merged = new Histogram(3);
    cell.loads().forEach(load -> merged.add(histogram.apply(load)));
    return merged;
  }

  private static boolean complete(CellFigures cell) {
    return !cell.loads().isEmpty() && cell.firstNotCompleted().isEmpty();
  }

  /** A table that begins with the labels of the cells, and how many requests are in flight. */
  static ResultTable labels(List<CellFigures> cells) {
    return Documents.labels(new ResultTable("Measured"), cells)
        .number(
            "in flight",
            cells.stream().map(cell -> Text.of("%,d", cell.cell().threads())).toList());
  }

  /** Throughput and latencies, cell by cell, with what contradicts itself. */
  static ResultTable table(ResultTable table, List<CellFigures> cells) {
    List<Optional<LoadFigures>> all = cells.stream().map(Loads::figures).toList();
    table.number(
        "requests/s",
        all.stream()
            .map(one -> one.map(load -> Text.of("%,.0f", load.requestsPerSecond())).orElse(NONE))
            .toList());
    latencies(table, all);
    table.text(
        P99_INTERVAL,
        all.stream().map(one -> one.map(load -> p99(load.whole())).orElse(NONE)).toList());
    return table
        .number("requests above P99", aboveP99(cells))
        .number(
            "success",
            all.stream()
                .map(one -> one.map(load -> Text.of("%.3f %%", 100 * load.success())).orElse(NONE))
                .toList())
        .text("failures", cells.stream().map(Loads::failures).toList())
        .number("forks", cells.stream().map(cell -> "" + cell.loads().size()).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList())
        .text("flagged", all.stream().map(Loads::flagged).toList());
  }

  private static void latencies(ResultTable table, List<Optional<LoadFigures>> all) {
    latency(table, "mean, ms", all, Latencies::mean);
    latency(table, "min, ms", all, Latencies::min);
    latency(table, "P50, ms", all, Latencies::p50);
    latency(table, "P95, ms", all, Latencies::p95);
    latency(table, "P99, ms", all, Latencies::p99);
    latency(table, "P99.9, ms", all, Latencies::p999);
    latency(table, "max, ms", all, Latencies::max);
  }

  private static void latency(
      ResultTable table,
      String head,
      List<Optional<LoadFigures>> all,
      ToDoubleFunction<Latencies> value) {
    table.number(
        head,
        all.stream()
            .map(
                one -> one.map(load -> Millis.text(value.applyAsDouble(load.whole()))).orElse(NONE))
            .toList());
  }

  /** The number of requests above P99, cell by cell. */
  static List<String> aboveP99(List<CellFigures> cells) {
    return cells.stream()
        .map(cell -> Tail.of(cell).map(tail -> Text.of("%,d", tail.above())).orElse(NONE))
        .toList();
  }

  /** The 95 % interval of P99, as far as these requests tell. */
  static String p99(Latencies latencies) {
    return latencies
        .p99Interval()
        .map(interval -> Text.range(Millis.text(interval.low()), Millis.text(interval.high())))
        .orElse("too few requests");
  }

  /** The number of requests that failed, by kind, over all forks. */
  static String failures(CellFigures cell) {
    Map<String, Long> all = new TreeMap<>();
    cell.loads()
        .forEach(load -> load.failures().forEach((kind, n) -> all.merge(kind, n, Long::sum)));
    return all.entrySet().stream()
        .map(kind -> kind.getKey() + ": " + kind.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The remark that something is flagged; empty if nothing is. */
  static String flagged(Optional<LoadFigures> load) {
    return load.map(one -> SelfChecks.of(one).isEmpty() ? "" : "yes").orElse("");
  }

  /** The cost of a load for the client, cell by cell. */
  static ResultTable memory(List<CellFigures> cells) {
    return Documents.labels(new ResultTable("Client: connections and memory"), cells)
        .number("connections open afterwards", column(cells, LoadFile::connections, "%,.0f"))
        .number("heap before, MB", column(cells, load -> load.heapBeforeBytes() / 1e6, "%,.1f"))
        .number("heap after, MB", column(cells, load -> load.heapAfterBytes() / 1e6, "%,.1f"))
        .number("growth, MB", column(cells, Loads::heapGrowthMegabytes, "%+,.1f"))
        .number(
            "allocated, bytes per request",
            column(cells, LoadFile::allocatedBytesPerRequest, "%,.0f"))
        .number("CPU, %", column(cells, load -> 100 * load.generatorCpu(), "%,.0f"));
  }

  /** Growth of the client's heap under a load, after a garbage collection each time. */
  static double heapGrowthMegabytes(LoadFile load) {
    return (load.heapAfterBytes() - load.heapBeforeBytes()) / 1e6;
  }

  private static List<String> column(
      List<CellFigures> cells, ToDoubleFunction<LoadFile> value, String format) {
    return cells.stream()
        .map(
            cell ->
                cell.loads().isEmpty()
                    ? NONE
                    : Text.of(
                        format,
                        cell.loads().stream()
                            .mapToDouble(value)
                            .sorted()
                            .toArray()[(cell.loads().size() - 1) / 2]))
        .toList();
  }

  /** A line for everything that the self-checks have flagged. */
  static List<String> flags(List<CellFigures> cells) {
    List<String> flags = new ArrayList<>();
    for (CellFigures cell : cells) {
      figures(cell)
          .ifPresent(
              load ->
                  SelfChecks.of(load)
                      .forEach(flag -> flags.add("Flagged, " + load.label() + ": " + flag + ".")));
    }
    flags.addAll(Tail.notes(cells));
    return flags;
  }

  /**
   * Names the best cell, and tells whether the difference to the next is evidence. A cell in which
   * a request failed is left out.
   *
   * @param what it is best for, as a subject
   * @param name of a cell, for people
   * @param value of a fork
   * @param unit behind the number
   */
  static String best(
      String what,
      List<CellFigures> cells,
      Function<CellFigures, String> name,
      Better better,
      ToDoubleFunction<LoadFile> value,
      String unit) {
    Comparator<CellFigures> ascending =
        Comparator.comparingDouble(cell -> sample(cell, value).median());
    List<CellFigures> ranked =
        cells.stream()
            .filter(Loads::complete)
            .filter(cell -> cell.loads().stream().allMatch(load -> load.success() == 1))
            .sorted(better == Better.HIGHER ? ascending.reversed() : ascending)
            .toList();
    if (ranked.size() < 2) {
      return Text.of("Best for %s: not enough was measured to say.", what);
    }
    CellFigures first = ranked.get(0);
    CellFigures second = ranked.get(1);
    Judgement judgement =
        Documents.judged(better, sample(first, value), List.of(Optional.of(sample(second, value))))
            .get(0);
    return Text.of(
        "Best for %s, median of the forks: %s with %s %s. Next: %s with %s %s: %s.",
        what,
        name.apply(first),
        rounded(sample(first, value).median()),
        unit,
        name.apply(second),
        rounded(sample(second, value).median()),
        unit,
        evidence(judgement));
  }

  /** The throughput of a cell by that of another, {@code 1.07 times (0.96–1.16)}. */
  static String times(CellFigures baseline, CellFigures contender) {
    Sample one = sample(baseline, LoadFile::requestsPerSecond);
    Sample other = sample(contender, LoadFile::requestsPerSecond);
    Judgement judgement = Documents.judged(Better.HIGHER, one, List.of(Optional.of(other))).get(0);
    return judgement
        .evidence()
        .map(
            evidence ->
                Text.of(
                    "%.2f times (%.2f–%.2f)",
                    evidence.ratio(), evidence.interval().low(), evidence.interval().high()))
        .orElseGet(
            () ->
                Text.of(
                    "%.2f times (too few forks for an interval)", other.median() / one.median()));
  }

  /** The words that say whether a difference is one, as the end of a sentence about it. */
  static String evidence(Judgement judgement) {
    return switch (judgement.verdict()) {
      case FASTER, SLOWER -> "evidence of a difference";
      case NO_EVIDENCE, WITHIN_THRESHOLD -> "no evidence of a difference";
      case TOO_FEW_FORKS, NOT_COMPARABLE ->
          Text.of("the difference cannot be judged, %d forks are needed", judgement.forksNeeded());
    };
  }

  /** One value a fork. */
  static Sample sample(CellFigures cell, ToDoubleFunction<LoadFile> value) {
    return Sample.of(cell.loads().stream().mapToDouble(value).toArray());
  }

  private static String rounded(double value) {
    return value >= 100 ? Text.of("%,.0f", value) : Rounded.alone(value);
  }

  /** P99 in milliseconds. */
  static double p99Millis(LoadFile load) {
    return LoadFile.latencies(load.latencies()).p99();
  }

  /** The same for loads that were published. */
  static List<String> flagsOf(List<LoadFigures> published) {
    return published.stream()
        .flatMap(
            load ->
                SelfChecks.of(load).stream()
                    .map(flag -> "Flagged, published for " + load.label() + ": " + flag + "."))
        .toList();
  }

  /** Published loads in the columns of {@link #table}. */
  static ResultTable published(List<LoadFigures> loads) {
    ResultTable table =
        new ResultTable("Published")
            .text("setting", loads.stream().map(LoadFigures::label).toList())
            .number("in flight", loads.stream().map(l -> Text.of("%,d", l.inFlight())).toList())
            .number(
                "requests/s",
                loads.stream().map(l -> Text.of("%,.2f", l.requestsPerSecond())).toList());
    List<Optional<LoadFigures>> all = loads.stream().map(Optional::of).toList();
    latencies(table, all);
    table.number(
        "success", loads.stream().map(load -> Text.of("%.0f %%", 100 * load.success())).toList());
    return table.text(
        "flagged", loads.stream().map(load -> String.join("; ", SelfChecks.of(load))).toList());
  }
}
