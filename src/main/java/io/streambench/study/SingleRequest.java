package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The floor under every load: one write at a time, and a hundred in flight. */
public final class SingleRequest extends Study {
  private static final Load.Measure ALLOCATED =
      new Load.Measure(Better.LOWER, "bytes per request", LoadFile::allocatedBytesPerRequest);

  public SingleRequest() {
    super(
        "single-request",
        "What does one write cost, and what do a hundred at a time gain and lose?",
        new Timing(1, 3, 1, 3),
        new Timing(1, 40, 1, 38));
    primary =
        new PrimaryQuestion(
            "time of 50,000 writes, one at a time, over HTTP/2 divided by that over" + " HTTP/1.1",
            "http2-1",
            "http1-1");
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
    List<Load> loads = results.cells().stream().map(Load::of).toList();
    Published published = new Published(results, Map.of());
    List<String> findings = new ArrayList<>(published.findings());
    findings.add(Load.best("interactive writes (P99)", loads, Load.P99));
    findings.add(Load.best("bulk writes (throughput)", loads, Load.THROUGHPUT));
    findings.add(Load.best("a client with little memory (allocated)", loads, ALLOCATED));
    findings.addAll(Load.flags(loads));
    return new StudyReport(
        results,
        "One write at a time",
        findings,
        List.of(Load.table(loads), Load.memory(results.cells()), published.table()),
        List.of());
  }
}
