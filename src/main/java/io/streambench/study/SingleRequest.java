package io.streambench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The floor under every load: one write at a time, and a hundred in flight. */
public final class SingleRequest extends Study {
  public SingleRequest() {
    super(
        "single-request",
        "What does one write cost, and what do a hundred at a time gain and lose?",
        new Timing(1, 3, 1, 3),
        new Timing(1, 40, 1, 38));
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return List.of(
        Load.updates("http2-1", scale, 1, ""),
        Load.updates("http2-100", scale, 100, ""),
        Load.updates("http1-1", scale, 1, "useHttp1=true"),
        Load.updates("http1-100", scale, 100, "useHttp1=true"));
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<Load> loads = Load.all(results.cells());
    List<String> findings = new ArrayList<>();
    findings.add(
        "Published, over HTTP/2: a hundred in flight have 4.2 times the throughput and 24.3 times"
            + " the mean latency of one at a time; calculated from the published figures these are"
            + " 4.2 and 23.8.");
    findings.addAll(Load.flags(loads));
    return new StudyReport(
        results,
        "One write at a time",
        findings,
        List.of(
            Load.table(loads),
            Load.pairs(List.of(pair(results, "http2"), pair(results, "http1"))),
            Load.memory(results.cells()),
            Published.table("Published", name())),
        List.of());
  }

  private static Load.Pair pair(StudyResults results, String protocol) {
    return new Load.Pair(
        protocol + ", 100 in flight by 1",
        Optional.of(Load.of(results.cell(protocol + "-100"))),
        Optional.of(Load.of(results.cell(protocol + "-1"))));
  }
}
