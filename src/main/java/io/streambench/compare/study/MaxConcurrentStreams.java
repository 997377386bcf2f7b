package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.CurveChart;
import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.statistics.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The published comparison of limits on streams per connection, with small writes to Solr. */
public final class MaxConcurrentStreams extends Study {
  public MaxConcurrentStreams() {
    super("max-concurrent-streams");
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<Load> loads = results.cells().stream().map(Load::of).toList();
    List<Load> limits = loads.stream().filter(load -> load.label().startsWith("limit-")).toList();
    List<String> findings = new ArrayList<>();
    if (limits.stream().anyMatch(one -> one.cell().isOnOtherNodes(limits.get(0).cell()))) {
      findings.add(
          "Each limit had one node of its own, so what differs between nodes is not separated from"
              + " what the limits do: no limit is judged for bulk indexing, interactive updates or"
              + " protection of a node.");
    } else {
      findings.add(LoadReport.best("bulk indexing (throughput)", limits, Load.THROUGHPUT));
      findings.add(LoadReport.best("interactive updates (P99)", limits, Load.P99));
      lowestWithoutLoss(limits).ifPresent(findings::add);
    }
    return LoadReport.report(
        results,
        findings,
        List.of(
            overLimits("Throughput", limits, Load.THROUGHPUT),
            overLimits("P99", limits, Load.P99)));
  }

  /** The lowest limit for which no loss of throughput against the best limit was shown. */
  private static Optional<String> lowestWithoutLoss(List<Load> limits) {
    List<Load> ranked = LoadReport.rankedByValue(limits, Load.THROUGHPUT);
    List<Judgement> others = LoadReport.comparedWithBest(ranked, Load.THROUGHPUT);
    for (Load load : limits) {
      int rank = ranked.indexOf(load);
      Judgement judged =
          rank > 0
              ? others.get(rank - 1)
              : rank == 0 ? load.comparedWith(load, Load.THROUGHPUT) : Judgement.none();
      if (judged.evidence().isPresent() && !judged.isDifferent()) {
        return Optional.of(
            TextFormat.of(
                "Protection of a node: %s is the lowest without evidence of less throughput than"
                    + " %s: ratio %s, up to %.0f %% less is not excluded.",
                load.label(),
                ranked.get(0).label(),
                BaselineComparison.ratio(judged.evidence().get()),
                100 * Math.max(0, 1 - judged.evidence().get().interval().low())));
      }
    }
    return Optional.empty();
  }

  private static CurveChart overLimits(String what, List<Load> limits, Load.Measure by) {
    return LoadReport.chart(
        what + " with 100 in flight",
        "most concurrent streams of a connection",
        new Axis(by.unit(), false),
        List.of(
            LoadReport.curve(
                "HTTP/2",
                limits,
                load -> load.cell().number(BenchmarkParameters.MAX_CONCURRENT_STREAMS.name()),
                by.value())),
        List.of());
  }
}
