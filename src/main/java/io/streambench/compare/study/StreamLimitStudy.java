package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.statistics.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report of a study that varies the limit of concurrent streams per connection. */
final class StreamLimitStudy {
  private StreamLimitStudy() {}

  /** Reports the effect of stream limits per connection on small writes to Solr. */
  static StudyReport report(StudyResults results) {
    List<LoadResult> loads = results.cells().stream().map(LoadResult::of).toList();
    List<LoadResult> limits =
        loads.stream().filter(load -> load.label().startsWith("limit-")).toList();
    List<String> findings = new ArrayList<>();
    if (limits.stream().anyMatch(load -> load.cell().isOnDifferentCluster(limits.get(0).cell()))) {
      findings.add(
          "Each limit had one node of its own, so what differs between nodes is not separated from"
              + " what the limits do: no limit is judged for bulk indexing, interactive updates or"
              + " protection of a node.");
    } else {
      Study study = results.order().study();
      findings.add(
          LoadReport.describeBest(
              study, "bulk indexing (throughput)", limits, LoadResult.THROUGHPUT_FIGURE));
      findings.add(LoadReport.describeBest(study, "interactive updates (P99)", limits, "P99"));
      describeLowestLimitWithoutLoss(study, limits).ifPresent(findings::add);
    }
    return LoadReport.report(
        results,
        findings,
        List.of(
            chartByLimit("Throughput", limits, LoadResult.THROUGHPUT_FIGURE),
            chartByLimit("P99", limits, "P99")));
  }

  /** Finds the lowest limit that shows no evidence of less throughput than the best limit. */
  private static Optional<String> describeLowestLimitWithoutLoss(
      Study study, List<LoadResult> limits) {
    List<LoadResult> ranked = LoadReport.rankByFigure(limits, LoadResult.THROUGHPUT_FIGURE);
    List<Judgement> others = LoadReport.judgeAgainstBest(ranked, LoadResult.THROUGHPUT_FIGURE);
    for (LoadResult load : limits) {
      int rank = ranked.indexOf(load);
      Judgement judged =
          rank > 0
              ? others.get(rank - 1)
              : rank == 0
                  ? load.judgeAgainst(load, LoadResult.THROUGHPUT_FIGURE)
                  : Judgement.notComparable();
      if (judged.evidence().isPresent() && !judged.isDifferent()) {
        return Optional.of(
            TextFormat.of(
                "Protection of a node: %s is the lowest without evidence of less throughput than"
                    + " %s: ratio %s, up to %.0f %% less is not excluded.",
                load.description(study),
                ranked.get(0).description(study),
                BaselineComparison.ratioText(judged.evidence().get()),
                100 * Math.max(0, 1 - judged.evidence().get().interval().low())));
      }
    }
    return Optional.empty();
  }

  private static CurveChart chartByLimit(
      String quantity, List<LoadResult> limits, String figureName) {
    return LoadReport.chart(
        quantity + " with 100 in flight",
        "most concurrent streams of a connection",
        new Axis(figureName.equals(LoadResult.THROUGHPUT_FIGURE) ? figureName : "ms", false),
        List.of(
            LoadReport.curve(
                "HTTP/2",
                limits,
                load -> load.cell().intParameter(BenchmarkParameters.MAX_CONCURRENT_STREAMS.name()),
                figureName)),
        List.of());
  }
}
