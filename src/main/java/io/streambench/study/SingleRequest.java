package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
    Published published = new Published(results, Map.of());
    List<String> findings = new ArrayList<>();
    findings.add(Load.best("interactive writes (P99)", loads, Better.LOWER, Load::p99Millis, "ms"));
    findings.add(
        Load.best(
            "bulk writes (throughput)",
            loads,
            Better.HIGHER,
            LoadFile::requestsPerSecond,
            "requests/s"));
    findings.add(
        Load.best(
            "a client with little memory (allocated)",
            loads,
            Better.LOWER,
            LoadFile::allocatedBytesPerRequest,
            "bytes per request"));
    findings.addAll(published.findings());
    findings.addAll(Load.flags(loads));
    return new StudyReport(
        results,
        "One write at a time",
        findings,
        List.of(Load.table(loads), Load.memory(results.cells()), published.table()),
        List.of());
  }
}
