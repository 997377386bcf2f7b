package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The published comparison of limits on the streams of a connection, on Solr: small writes over
 * HTTP/2 with 100 in flight under several limits, then 1 to 400 in flight under the usual one, and
 * the same over HTTP/1.1.
 */
public final class MaxConcurrentStreams extends Study {
  private static final List<Integer> LIMITS = List.of(1, 10, 50, 100, 128, 250, 1000);

  private static final String RATE = "requests/s";
  private static final String GROWTH = "heap growth under load, MB";

  public MaxConcurrentStreams() {
    super(
        "max-concurrent-streams",
        "How many concurrent streams should a node allow on an HTTP/2 connection?",
        new Timing(1, 2, 1, 2),
        new Timing(1, 14, 1, 13));
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    boolean quick = scale == Scale.QUICK;
    for (int limit : quick ? List.of(1, 100, 128, 1000) : LIMITS) {
      cells.add(Load.updates("limit-" + limit, scale, 100, "maxConcurrentStreams=" + limit));
    }
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
    List<Load> loads = Load.all(results.cells());
    List<Load> limits = loads.stream().filter(load -> load.label().startsWith("limit-")).toList();
    List<String> findings = new ArrayList<>();
    findings.add(
        Load.best(
            "bulk indexing (throughput)",
            limits,
            Better.HIGHER,
            LoadFile::requestsPerSecond,
            "requests/s"));
    findings.add(
        Load.best("interactive updates (P99)", limits, Better.LOWER, Load::p99Millis, "ms"));
    findings.addAll(Load.flags(loads));
    Optional<Load> hundred = labelled(limits, "limit-100");
    Optional<Load> more = labelled(limits, "limit-250");
    List<Load.Pair> pairs = new ArrayList<>();
    pairs.add(new Load.Pair("limit 250 by limit 100", more, hundred));
    for (int inFlight : List.of(1, 10, 100, 400)) {
      pairs.add(
          new Load.Pair(
              "HTTP/2 by HTTP/1.1, " + inFlight + " in flight",
              labelled(loads, inFlight == 100 ? "limit-128" : "flight-" + inFlight),
              labelled(loads, "http1-" + inFlight)));
    }
    Load.finding(pairs).ifPresent(findings::add);
    return new StudyReport(
        results,
        "Limits on the streams of a connection",
        findings,
        List.of(
            Load.table(loads),
            Load.memory(results.cells()),
            differences(hundred, more),
            Load.pairs(pairs),
            Published.table("Published", name())),
        List.of(
            overLimits("Throughput", "requests/s", limits, LoadFile::requestsPerSecond),
            overLimits("P99", "ms", limits, Load::p99Millis)));
  }

  private static Optional<Load> labelled(List<Load> loads, String label) {
    return loads.stream().filter(load -> load.label().equals(label)).findFirst();
  }

  private static CurveChart overLimits(
      String what, String unit, List<Load> limits, ToDoubleFunction<LoadFile> value) {
    return Load.chart(
        what + " with 100 in flight",
        "most concurrent streams of a connection",
        new Dimension(unit, false),
        List.of(
            Load.curve(
                "HTTP/2", limits, load -> load.cell().number(Parameters.STREAM_LIMIT), value)),
        List.of());
  }

  /** Every figure that was published of two limits; where one was not measured there is a dash. */
  private ResultTable differences(Optional<Load> hundred, Optional<Load> more) {
    return ResultTable.of(
            "A limit of 250 compared with 100, each with 100 in flight (latencies in ms)",
            // The lowest last, as it was printed.
            List.of(RATE, "mean", "P50", "P95", "P99", "P99.9", "max", "min", "success, %", GROWTH))
        .text("figure", name -> name)
        .number("100", name -> figure(name, hundred).map(MaxConcurrentStreams::text))
        .number("250", name -> figure(name, more).map(MaxConcurrentStreams::text))
        .number(
            "difference",
            name ->
                // Of what is near zero a ratio says nothing.
                name.equals(GROWTH)
                    ? ""
                    : figure(name, hundred)
                        .filter(one -> one > 0)
                        .flatMap(one -> figure(name, more).map(other -> other / one))
                        .map(ratio -> Text.of("%+.1f %%", 100 * (ratio - 1))))
        .number(
            "published difference",
            name -> Published.text("max-concurrent-streams, 250 by 100", name));
  }

  private static Optional<Double> figure(String name, Optional<Load> load) {
    return load.filter(one -> one.whole().isPresent())
        .flatMap(
            one ->
                switch (name) {
                  case RATE -> one.whole().map(LoadFile::requestsPerSecond);
                  case "success, %" -> one.whole().map(all -> 100 * all.success());
                  case GROWTH -> Optional.of(one.sample(Load::heapGrowthMegabytes).median());
                  default -> one.latency("", name);
                });
  }

  private static String text(double value) {
    if (value > 0 && value < 1) {
      return Load.millis(value); // a latency
    }
    return Text.of(value >= 1000 ? "%,.0f" : "%.2f", value);
  }
}
