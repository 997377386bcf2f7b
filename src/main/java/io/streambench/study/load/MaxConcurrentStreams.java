package io.streambench.study.load;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.results.LoadFile;
import io.streambench.study.DeclaredStudy;
import io.streambench.study.Documents;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The published comparison of limits on the streams of a connection, on Solr: small writes over
 * HTTP/2 with 100 in flight under several limits, then 1 to 400 in flight under the usual one, and
 * HTTP/1.1 beside it.
 */
public final class MaxConcurrentStreams extends DeclaredStudy {
  private static final List<Integer> LIMITS = List.of(1, 10, 50, 100, 128, 250, 1000);

  /** Jetty's own limit. */
  private static final String USUAL = "default";

  private static final String JETTYS = "128";

  public MaxConcurrentStreams() {
    super(
        "max-concurrent-streams",
        "How many concurrent streams should a node allow on an HTTP/2 connection?",
        new Timing(1, 2, 1, 2),
        new Timing(1, 14, 1, 13));
    clusters(30, 48); // one for each limit, and one for the others
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    boolean quick = scale == Scale.QUICK;
    for (int limit : quick ? List.of(1, 100, 128, 1000) : LIMITS) {
      cells.add(Loads.updates("limit-" + limit, scale, 100, "maxConcurrentStreams=" + limit));
    }
    // On a server of their own, so that none of those above is used more than the others.
    for (int inFlight : quick ? List.of(10) : List.of(1, 10, 400)) {
      cells.add(
          Loads.updates("flight-" + inFlight, scale, inFlight, "maxConcurrentStreams=default"));
    }
    for (int inFlight : quick ? List.of(10, 100) : List.of(1, 10, 100, 400)) {
      cells.add(
          Loads.updates(
              "http1-" + inFlight, scale, inFlight, "maxConcurrentStreams=default useHttp1=true"));
    }
    return cells;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Load> loads = Load.all(results.cells());
    List<Load> limits = loads.stream().filter(load -> !limit(load).equals(USUAL)).toList();
    List<String> findings = new ArrayList<>();
    findings.add(
        Loads.best(
            "bulk indexing (throughput)",
            limits,
            Better.HIGHER,
            LoadFile::requestsPerSecond,
            "requests/s"));
    findings.add(
        Loads.best("interactive updates (P99)", limits, Better.LOWER, Loads::p99Millis, "ms"));
    findings.add(
        Loads.best(
            "a client with little memory",
            limits,
            Better.LOWER,
            load -> load.heapAfterBytes() / 1e6,
            "MB of heap after the load"));
    findings.addAll(Loads.flags(loads));
    for (LoadFigures load : PublishedLoads.maxConcurrentStreams()) {
      for (String flag : SelfChecks.of(load)) {
        findings.add("Flagged, published for " + load.label() + ": " + flag + ".");
      }
    }
    Optional<Load> hundred = limited(loads, "100");
    Optional<Load> more = limited(loads, "250");
    List<Loads.Pair> pairs = new ArrayList<>();
    pair(pairs, "limit 250 by limit 100", more, hundred);
    for (int inFlight : List.of(1, 10, 100, 400)) {
      pair(
          pairs,
          "HTTP/2 by HTTP/1.1, " + inFlight + " in flight",
          usual(loads, inFlight, false),
          usual(loads, inFlight, true));
    }
    return Documents.of(
        results,
        "Limits on the streams of a connection",
        findings,
        List.of(
            Loads.table(loads, Optional.of(Parameters.STREAM_LIMIT)),
            Loads.memory(results.cells()),
            LimitDifference.table(hundred, more),
            Loads.pairs(pairs),
            Loads.published(PublishedLoads.maxConcurrentStreams())),
        List.of(
            chart("Throughput", "requests/s", limits, LoadFile::requestsPerSecond),
            chart("P99", "ms", limits, Loads::p99Millis),
            overInFlight(loads)));
  }

  private static void pair(
      List<Loads.Pair> pairs, String what, Optional<Load> load, Optional<Load> other) {
    load.flatMap(one -> other.map(base -> new Loads.Pair(what, one, base))).ifPresent(pairs::add);
  }

  private static Optional<Load> limited(List<Load> loads, String limit) {
    return loads.stream().filter(load -> limit(load).equals(limit)).findFirst();
  }

  /** The load of that protocol under the usual limit, named or not. */
  private static Optional<Load> usual(List<Load> loads, int inFlight, boolean http1) {
    return loads.stream()
        .filter(load -> load.inFlight() == inFlight && load.cell().http1() == http1)
        .filter(load -> Set.of(USUAL, JETTYS).contains(limit(load)))
        .findFirst();
  }

  private static String limit(Load load) {
    return load.cell().parameter(Parameters.STREAM_LIMIT);
  }

  private static CurveChart overInFlight(List<Load> loads) {
    return new CurveChart(
        "Throughput over requests in flight, from the lowest fork to the highest",
        new Dimension("requests in flight", true),
        new Dimension("requests/s", false),
        Stream.of(false, true)
            .flatMap(
                http1 ->
                    Loads.curve(
                        http1 ? "HTTP/1.1" : "HTTP/2",
                        Stream.of(1, 10, 100, 400)
                            .flatMap(inFlight -> usual(loads, inFlight, http1).stream())
                            .toList(),
                        Load::inFlight,
                        LoadFile::requestsPerSecond)
                        .stream())
            .toList(),
        List.of());
  }

  private static CurveChart chart(
      String what, String unit, List<Load> limits, ToDoubleFunction<LoadFile> value) {
    return new CurveChart(
        what + " with 100 in flight, from the lowest fork to the highest",
        new Dimension("most concurrent streams of a connection", true),
        new Dimension(unit, false),
        Loads.curve("HTTP/2", limits, load -> load.cell().number(Parameters.STREAM_LIMIT), value)
            .stream()
            .toList(),
        List.of());
  }
}
