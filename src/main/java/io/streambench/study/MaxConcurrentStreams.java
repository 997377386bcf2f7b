package io.streambench.study;

import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The published comparison of limits on the streams of a connection, with small writes to Solr. */
public final class MaxConcurrentStreams extends Study {
  public MaxConcurrentStreams() {
    super(
        "max-concurrent-streams",
        "How many concurrent streams should a node allow on an HTTP/2 connection?",
        new Timing(1, 2, 1, 2),
        new Timing(1, 14, 1, 13));
    primary =
        new PrimaryQuestion(
            "time of 50,000 writes with a limit of 250 streams divided by that with" + " 100",
            "limit-250",
            "limit-100");
    freshNodes = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    boolean quick = scale == Scale.QUICK;
    List<Integer> all = List.of(1, 10, 50, 100, 128, 250, 1000);
    for (int limit : quick ? List.of(1, 100, 128, 1000) : all) {
      cells.add(Load.updates("limit-" + limit, scale, 100, "maxConcurrentStreams=" + limit));
    }
    // A hundred clients with one request each, to the node.
    cells.add(
        Load.updates(
            "connections-100", scale, 100, "maxConcurrentStreams=1 connectionsPerDestination=100"));
    // On a server of their own, so that none of those above is used more than the others.
    String usual = "maxConcurrentStreams=default";
    for (int inFlight : quick ? List.of(10) : List.of(1, 10, 400)) {
      cells.add(Load.updates("flight-" + inFlight, scale, inFlight, usual));
    }
    for (int inFlight : quick ? List.of(10, 100) : List.of(1, 10, 100, 400)) {
      cells.add(Load.updates("http1-" + inFlight, scale, inFlight, usual + " useHttp1=true"));
    }
    return cells;
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<Load> loads = results.cells().stream().map(Load::of).toList();
    List<Load> limits = loads.stream().filter(load -> load.label().startsWith("limit-")).toList();
    List<Load.Pair> pairs = new ArrayList<>();
    for (int inFlight : List.of(1, 10, 100, 400)) {
      Load.Pair.of(
              "HTTP/2 by HTTP/1.1, " + inFlight + " in flight",
              labelled(loads, inFlight == 100 ? "limit-128" : "flight-" + inFlight),
              labelled(loads, "http1-" + inFlight))
          .ifPresent(pairs::add);
    }
    Published published = new Published(results, Map.of());
    List<String> findings = new ArrayList<>();
    if (limits.stream().anyMatch(one -> one.cell().isOnOtherNodes(limits.get(0).cell()))) {
      findings.add(
          "Each limit had one node of its own, so what differs between nodes is not separated from"
              + " what the limits do: no limit is judged for bulk indexing, interactive updates or"
              + " protection of a node.");
    } else {
      findings.add(Load.best("bulk indexing (throughput)", limits, Load.THROUGHPUT));
      findings.add(Load.best("interactive updates (P99)", limits, Load.P99));
      lowestWithoutLoss(limits).ifPresent(findings::add);
    }
    findings.addAll(published.findings());
    findings.addAll(Load.flags(loads));
    return new StudyReport(
        results,
        "Limits on the streams of a connection",
        findings,
        List.of(
            Load.table(loads), Load.memory(results.cells()), Load.pairs(pairs), published.table()),
        List.of(
            overLimits("Throughput", limits, Load.THROUGHPUT),
            overLimits("P99", limits, Load.P99)));
  }

  /** The lowest limit with which no less throughput than with the best one is shown. */
  private static Optional<String> lowestWithoutLoss(List<Load> limits) {
    List<Load> ranked = Load.ranked(limits, Load.THROUGHPUT);
    List<Judgement> others = Load.byBest(ranked, Load.THROUGHPUT);
    for (Load load : limits) {
      int rank = ranked.indexOf(load);
      Judgement judged =
          rank > 0
              ? others.get(rank - 1)
              : rank == 0 ? load.compared(load, Load.THROUGHPUT) : Judgement.none();
      if (judged.evidence().isPresent() && !judged.different()) {
        return Optional.of(
            Text.of(
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

  private static Optional<Load> labelled(List<Load> loads, String label) {
    return loads.stream().filter(load -> load.label().equals(label)).findFirst();
  }

  private static CurveChart overLimits(String what, List<Load> limits, Load.Measure by) {
    return Load.chart(
        what + " with 100 in flight",
        "most concurrent streams of a connection",
        new Dimension(by.unit(), false),
        List.of(
            Load.curve(
                "HTTP/2", limits, load -> load.cell().number(Parameters.STREAM_LIMIT), by.value())),
        List.of());
  }
}
