package io.streambench.study.load;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.study.Documents;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The published comparison of limits on the streams of a connection, on Solr: small writes over
 * HTTP/2 with 100 in flight under several limits, then 1 to 400 in flight under the usual one, and
 * the same over HTTP/1.1.
 */
public final class MaxConcurrentStreams extends Study {
  private static final List<Integer> LIMITS = List.of(1, 10, 50, 100, 128, 250, 1000);

  /** Jetty's own limit, not named and named. */
  private static final Set<String> USUAL = Set.of("default", "128");

  private static final String GROWTH = "heap growth under load, MB";

  public MaxConcurrentStreams() {
    super(
        "max-concurrent-streams",
        "How many concurrent streams should a node allow on an HTTP/2 connection?",
        new Timing(1, 2, 1, 2),
        new Timing(1, 14, 1, 13));
    quickClusters = 30; // one for each limit, and one for the others
    fullClusters = 48;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    boolean quick = scale == Scale.QUICK;
    for (int limit : quick ? List.of(1, 100, 128, 1000) : LIMITS) {
      cells.add(Loads.updates("limit-" + limit, scale, 100, "maxConcurrentStreams=" + limit));
    }
    // On a server of their own, so that none of those above is used more than the others.
    String usual = "maxConcurrentStreams=default";
    for (int inFlight : quick ? List.of(10) : List.of(1, 10, 400)) {
      cells.add(Loads.updates("flight-" + inFlight, scale, inFlight, usual));
    }
    for (int inFlight : quick ? List.of(10, 100) : List.of(1, 10, 100, 400)) {
      cells.add(Loads.updates("http1-" + inFlight, scale, inFlight, usual + " useHttp1=true"));
    }
    return cells;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<Load> loads = Load.all(results.cells());
    List<Load> limits = loads.stream().filter(load -> load.label().startsWith("limit-")).toList();
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
    for (LoadFigures load : PublishedLoads.of(name())) {
      for (String flag : SelfChecks.of(load)) {
        findings.add("Flagged, published for " + load.label() + ": " + flag + ".");
      }
    }
    Optional<Load> hundred = labelled(limits, "limit-100");
    Optional<Load> more = labelled(limits, "limit-250");
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
            Loads.table(loads),
            Loads.memory(results.cells()),
            differences(hundred, more),
            Loads.pairs(pairs),
            Loads.published(name())),
        List.of(
            overLimits("Throughput", "requests/s", limits, LoadFile::requestsPerSecond),
            overLimits("P99", "ms", limits, Loads::p99Millis),
            Loads.chart(
                "Throughput over requests in flight",
                "requests in flight",
                new Dimension("requests/s", false),
                List.of(overInFlight(loads, false), overInFlight(loads, true)),
                List.of())));
  }

  private static void pair(
      List<Loads.Pair> pairs, String what, Optional<Load> load, Optional<Load> other) {
    load.flatMap(one -> other.map(base -> new Loads.Pair(what, one, base))).ifPresent(pairs::add);
  }

  private static Optional<Load> labelled(List<Load> loads, String label) {
    return loads.stream().filter(load -> load.label().equals(label)).findFirst();
  }

  /** The load of that protocol under the usual limit, named or not. */
  private static Optional<Load> usual(List<Load> loads, int inFlight, boolean http1) {
    return loads.stream()
        .filter(load -> load.inFlight() == inFlight && load.cell().http1() == http1)
        .filter(load -> USUAL.contains(load.cell().parameter(Parameters.STREAM_LIMIT)))
        .findFirst();
  }

  private static Curve overInFlight(List<Load> loads, boolean http1) {
    return Loads.curve(
        http1 ? "HTTP/1.1" : "HTTP/2",
        Stream.of(1, 10, 100, 400)
            .flatMap(inFlight -> usual(loads, inFlight, http1).stream())
            .toList(),
        Load::inFlight,
        LoadFile::requestsPerSecond);
  }

  private static CurveChart overLimits(
      String what, String unit, List<Load> limits, ToDoubleFunction<LoadFile> value) {
    return Loads.chart(
        what + " with 100 in flight",
        "most concurrent streams of a connection",
        new Dimension(unit, false),
        List.of(
            Loads.curve(
                "HTTP/2", limits, load -> load.cell().number(Parameters.STREAM_LIMIT), value)),
        List.of());
  }

  /** Every figure that was published of two limits; where one was not measured there is a dash. */
  private ResultTable differences(Optional<Load> hundred, Optional<Load> more) {
    Map<String, ToDoubleFunction<LoadFigures>> figures = new LinkedHashMap<>();
    figures.put("requests/s", LoadFigures::requestsPerSecond);
    // The lowest last, as it was printed.
    for (String head : List.of("mean", "P50", "P95", "P99", "P99.9", "max", "min")) {
      figures.put(head + ", ms", load -> Loads.LATENCIES.get(head).applyAsDouble(load.whole()));
    }
    figures.put("success, %", load -> 100 * load.success());
    List<LoadFigures> published = PublishedLoads.of(name());
    List<String> heads = new ArrayList<>(figures.keySet());
    heads.add(GROWTH);
    return ResultTable.of("A limit of 250 compared with 100, each with 100 in flight", heads)
        .text("figure", head -> head)
        .number("100", head -> value(hundred, head, figures).map(MaxConcurrentStreams::text))
        .number("250", head -> value(more, head, figures).map(MaxConcurrentStreams::text))
        .number(
            "difference",
            head ->
                // Of what is near zero a ratio says nothing.
                head.equals(GROWTH)
                    ? ""
                    : value(hundred, head, figures)
                        .flatMap(
                            one -> value(more, head, figures).map(other -> percent(one, other))))
        .number(
            "published difference",
            head ->
                Optional.ofNullable(figures.get(head))
                    .map(
                        value ->
                            percent(
                                value.applyAsDouble(published.get(0)),
                                value.applyAsDouble(published.get(1)))));
  }

  /** A figure of a load; of the client's heap the median of the forks. */
  private static Optional<Double> value(
      Optional<Load> load, String head, Map<String, ToDoubleFunction<LoadFigures>> figures) {
    return load.filter(one -> one.figures().isPresent())
        .map(
            one ->
                head.equals(GROWTH)
                    ? Median.withDefaults()
                        .evaluate(
                            one.cell().loads().stream()
                                .mapToDouble(Loads::heapGrowthMegabytes)
                                .toArray())
                    : figures.get(head).applyAsDouble(one.figures().get()));
  }

  private static String text(double value) {
    if (value > 0 && value < 1) {
      return Load.millis(value); // a latency
    }
    return Text.of(value >= 1000 ? "%,.0f" : "%.2f", value);
  }

  private static String percent(double one, double other) {
    return one == 0 ? "-" : Text.of("%+.1f %%", 100 * (other / one - 1));
  }
}
