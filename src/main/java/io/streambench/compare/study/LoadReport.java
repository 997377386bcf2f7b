package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.load.LoadRun;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Comparison.Question;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The tables, comparisons, rankings and charts that all load test reports share. */
final class LoadReport {
  /**
   * The minimum number of requests above P99. With this number, the 95 % interval of P99 reaches
   * from P98.8 to P99.2.
   */
  private static final int MIN_REQUESTS_ABOVE_P99 = 100;

  private LoadReport() {}

  /**
   * Returns one line per suspicious figure, and one line for all cells with few requests above P99.
   */
  static List<String> describeSuspiciousFigures(List<LoadResult> loads) {
    List<String> flags = new ArrayList<>();
    for (LoadResult load : loads) {
      load.suspiciousFigures()
          .forEach(flag -> flags.add("Flagged, " + load.label() + ": " + flag + "."));
    }
    List<LoadResult> measured =
        loads.stream()
            .filter(LoadResult::hasCompleted)
            .sorted(Comparator.comparing(LoadResult::requestCountAboveP99))
            .toList();
    long few =
        measured.stream()
            .filter(load -> load.requestCountAboveP99() < MIN_REQUESTS_ABOVE_P99)
            .count();
    if (few > 0) {
      LoadResult fewest = measured.get(0);
      flags.add(
          TextFormat.of(
              "Fewer than %d requests are above P99 in %d of %d cells (fewest: %s with %d)."
                  + " Use more forks.",
              MIN_REQUESTS_ABOVE_P99,
              few,
              measured.size(),
              fewest.label(),
              fewest.requestCountAboveP99()));
    }
    return flags;
  }

  /**
   * Creates the report of a study. {@code figureByPurpose} names the figure that ranks the loads
   * for each purpose.
   */
  static StudyReport report(StudyResults results, Map<String, String> figureByPurpose) {
    List<LoadResult> loads = results.cells().stream().map(LoadResult::of).toList();
    List<String> ranked = new ArrayList<>();
    figureByPurpose.forEach(
        (purpose, figure) ->
            ranked.add(describeBest(results.order().study(), purpose, loads, figure)));
    return report(results, ranked, List.of());
  }

  static StudyReport report(StudyResults results, List<String> findings, List<Chart> charts) {
    List<LoadResult> loads = results.cells().stream().map(LoadResult::of).toList();
    Map<String, LoadResult> byLabel = new LinkedHashMap<>();
    loads.forEach(load -> byLabel.put(load.label(), load));
    List<LoadPair> pairs = new ArrayList<>();
    for (Pairing pairing : results.order().study().baselines()) {
      pairing
          .baselinesByLabel(List.copyOf(byLabel.keySet()))
          .forEach(
              (label, base) ->
                  LoadPair.of(pairing.words(), byLabel.get(label), byLabel.get(base))
                      .ifPresent(pairs::add));
    }
    PublishedFigures published = PublishedFigures.of(results, Map.of(), List.of()).orElseThrow();
    List<String> all = new ArrayList<>(published.findings());
    all.addAll(0, findings);
    all.addAll(describeSuspiciousFigures(loads));
    return new StudyReport(
        results,
        all,
        List.of(
            loadTable(loads), memoryTable(results.cells()), pairTable(pairs), published.table()),
        charts);
  }

  static ResultTable loadTable(List<LoadResult> loads) {
    ResultTable.Builder<LoadResult> table =
        ResultTable.of("Measured", loads)
            .text("cell", LoadResult::label)
            .number("in flight", load -> TextFormat.of("%,d", load.inFlight()))
            .number(
                "limit",
                load -> load.cell().parameter(BenchmarkParameters.MAX_CONCURRENT_STREAMS.name()))
            .number("requests/s", LoadResult::requestsPerSecond);
    addLatencyColumns(table, "", "mean", "min", "P50", "P95", "P99", "P99.9", "max");
    return addEndColumns(table);
  }

  static ResultTable.Builder<LoadResult> addLatencyColumns(
      ResultTable.Builder<LoadResult> table, String part, String... latencies) {
    for (String which : latencies) {
      table.number(
          (part.isEmpty() ? "" : part + ": ") + which + ", ms",
          load -> LoadResult.formatMillis(load.latencyMillis(part, which)));
    }
    return table;
  }

  /** Adds the interval of P99, assuming independent requests, and the outcome of the load. */
  static ResultTable.Builder<LoadResult> addEndColumns(ResultTable.Builder<LoadResult> table) {
    return table
        .text(
            "P99 of all forks' requests pooled, ms, 95 % (not the spread of forks)",
            load ->
                load.combinedLoad()
                    .map(all -> percentileIntervalText(load.histogramByPart().get(""), 0.99)))
        .number(
            "requests above P99",
            load ->
                load.combinedLoad().map(all -> TextFormat.of("%,d", load.requestCountAboveP99())))
        .number("success", load -> load.figureText("%.3f %%", "success"))
        .text("failures", LoadResult::failuresText)
        .number("forks", load -> load.cell().loadFiles().size())
        .entries("result", false, load -> load.cell().outcomeEntry())
        .text("flagged", load -> load.suspiciousFigures().isEmpty() ? "" : "yes");
  }

  private static String percentileIntervalText(Histogram latencies, double quantile) {
    return LoadFile.quantileInterval(latencies, quantile)
        .map(
            one ->
                TextFormat.range(
                    LoadResult.formatMillis(one.low()), LoadResult.formatMillis(one.high())))
        .orElse("too few requests");
  }

  static ResultTable memoryTable(List<CellFigures> cells) {
    return StudyTables.newCellTable("Connections and memory: client and node", cells)
        .number(
            "connections open afterwards", createMedianFormatter(LoadFile::connections, "%,.0f"))
        .number(
            "heap before, MB", createMedianFormatter(load -> load.heapBeforeBytes() / 1e6, "%,.1f"))
        .number(
            "heap after, MB", createMedianFormatter(load -> load.heapAfterBytes() / 1e6, "%,.1f"))
        .number("growth, MB", createMedianFormatter(LoadResult::heapGrowthMegabytes, "%+,.1f"))
        .number(
            "allocated, bytes per request",
            createMedianFormatter(LoadFile::allocatedBytesPerRequest, "%,.0f"))
        .number("CPU, %", createMedianFormatter(load -> 100 * load.generatorCpu(), "%,.0f"))
        .number(
            "node: growth, MB", cell -> cell.roundedSecondaryValue(LoadRun.NODE_HEAP_GROWTH, 1));
  }

  private static Function<CellFigures, Optional<String>> createMedianFormatter(
      ToDoubleFunction<LoadFile> value, String format) {
    return cell -> {
      double[] forks = cell.loadFiles().stream().mapToDouble(value).sorted().toArray();
      return forks.length == 0
          ? Optional.empty()
          : Optional.of(TextFormat.of(format, forks[(forks.length - 1) / 2]));
    };
  }

  /**
   * Returns a sentence that names the best cell and compares it with the second best. The
   * comparison is corrected for all pairs of cells. Cells with a failed request are ignored.
   */
  static String describeBest(
      Study study, String purpose, List<LoadResult> loads, String figureName) {
    List<LoadResult> ranked = rankByFigure(loads, figureName);
    if (ranked.size() < 2) {
      return TextFormat.of("Best for %s: not enough was measured to say.", purpose);
    }
    return TextFormat.of(
        "Best for %s, median of the forks: %s, %s %s. Next is %s, %s: %s (corrected for all pairs"
            + " of %d cells).",
        purpose,
        ranked.get(0).description(study),
        PublishedFigures.format(ranked.get(0).sample(figureName).median()),
        figureName.equals(LoadResult.THROUGHPUT_FIGURE)
            ? figureName
            : figureName.equals("allocated") ? "bytes per request" : "ms",
        ranked.get(1).description(study),
        PublishedFigures.format(ranked.get(1).sample(figureName).median()),
        BaselineComparison.verdictText(
            LoadResult.betterDirection(figureName), judgeAgainstBest(ranked, figureName).get(0)),
        ranked.size());
  }

  /** Sorts the loads by the median of a figure, best first. Omits loads with failed requests. */
  static List<LoadResult> rankByFigure(List<LoadResult> loads, String figureName) {
    int sign = figureName.equals(LoadResult.THROUGHPUT_FIGURE) ? -1 : 1;
    return loads.stream()
        .filter(LoadResult::hasSucceeded)
        .sorted(Comparator.comparingDouble(load -> sign * load.sample(figureName).median()))
        .toList();
  }

  /**
   * Compares the best load with all other loads. The judgements are corrected for all pairs of
   * loads.
   */
  static List<Judgement> judgeAgainstBest(List<LoadResult> ranked, String figureName) {
    List<Sample> samples = ranked.stream().map(load -> load.sample(figureName)).toList();
    List<Question> pairs = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      for (Sample other : samples.subList(i + 1, samples.size())) {
        pairs.add(new Question(samples.get(i), Optional.of(other)));
      }
    }
    return new Comparison(0)
        .judge(LoadResult.betterDirection(figureName), Layout.INTERLEAVED, pairs)
        .subList(0, Math.max(0, ranked.size() - 1));
  }

  record LoadPair(String description, LoadResult load, LoadResult other) {
    static Optional<LoadPair> of(String description, LoadResult load, LoadResult other) {
      return load.hasCompleted() && other.hasCompleted()
          ? Optional.of(new LoadPair(description, load, other))
          : Optional.empty();
    }

    /**
     * Returns the ratio of the loads as text. It ends with {@code judged alone} if the judgement is
     * not corrected for other comparisons.
     */
    String ratioText(String figureName) {
      String ratio = ratioText(load.judgeAgainst(other, figureName), figureName);
      return load.cell().isOnDifferentCluster(other.cell()) ? ratio : ratio + ", judged alone";
    }

    private String ratioText(Judgement judgement, String figureName) {
      if (judgement.evidence().isEmpty()) {
        double ratio = load.sample(figureName).median() / other.sample(figureName).median();
        return TextFormat.of("%.2f (too few forks)", ratio);
      }
      Evidence found = judgement.evidence().get();
      if (load.cell().isOnDifferentCluster(other.cell())) {
        return BaselineComparison.notJudgedText(found);
      }
      String direction = found.ratio() > 1 ? ", higher" : ", lower";
      return BaselineComparison.ratioText(found)
          + (judgement.isDifferent() ? direction : ", no evidence");
    }
  }

  static ResultTable pairTable(List<LoadPair> pairs) {
    ResultTable.Builder<LoadPair> table =
        ResultTable.of(
                "Loads compared with others: ratios by round, each column a family of intervals",
                pairs)
            .text("load", LoadPair::description);
    for (String figure :
        List.of(LoadResult.THROUGHPUT_FIGURE, "mean", "P50", "P95", "P99", "P99.9")) {
      List<Question> asked = new ArrayList<>();
      for (LoadPair pair : pairs) {
        asked.add(new Question(pair.other.sample(figure), Optional.of(pair.load.sample(figure))));
      }
      List<Judgement> judged =
          new Comparison(0).judge(BetterDirection.HIGHER, Layout.INTERLEAVED, asked);
      table.text(
          figure.equals(LoadResult.THROUGHPUT_FIGURE) ? "throughput" : figure,
          pair -> pair.ratioText(judged.get(pairs.indexOf(pair)), figure));
    }
    return table;
  }

  /** Creates a curve of medians with fork ranges. Colour shows the protocol, dashes show P99. */
  static Curve curve(
      String name, List<LoadResult> loads, ToDoubleFunction<LoadResult> xValue, String figureName) {
    return new Curve(
        name,
        name.startsWith("HTTP/1.1") ? 0 : 1,
        name.endsWith("P99"),
        loads.stream()
            .filter(load -> !load.cell().loadFiles().isEmpty())
            .map(
                load ->
                    new Point(
                        xValue.applyAsDouble(load), CellFigures.range(load.sample(figureName))))
            .toList());
  }

  static CurveChart chart(
      String title, String xLabel, Axis yAxis, List<Curve> curves, List<Marker> markers) {
    String forks = ", from the lowest fork to the highest";
    return new CurveChart(title + forks, xLabel, yAxis, curves, markers);
  }
}
