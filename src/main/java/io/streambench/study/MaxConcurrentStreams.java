package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
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
    findings.addAll(Loads.flags(loads));
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
            overLimits("P99", "ms", limits, Loads::p99Millis)));
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

  /** A figure of the limits 100 and 250, here and as a published difference. */
  private record Figure(
      String head, Optional<Double> hundred, Optional<Double> more, Optional<String> published) {}

  /** Every figure that was published of two limits; where one was not measured there is a dash. */
  private ResultTable differences(Optional<Load> hundred, Optional<Load> more) {
    Map<String, ToDoubleFunction<LoadFigures>> heads = new LinkedHashMap<>();
    heads.put("requests/s", LoadFigures::requestsPerSecond);
    // The lowest last, as it was printed.
    for (String head : List.of("mean", "P50", "P95", "P99", "P99.9", "max", "min")) {
      heads.put(head + ", ms", load -> Loads.LATENCIES.get(head).applyAsDouble(load.whole()));
    }
    heads.put("success, %", load -> 100 * load.success());
    List<LoadFigures> published = Published.loads(name());
    List<Figure> figures = new ArrayList<>();
    heads.forEach(
        (head, value) ->
            figures.add(
                new Figure(
                    head,
                    hundred.flatMap(Load::figures).map(value::applyAsDouble),
                    more.flatMap(Load::figures).map(value::applyAsDouble),
                    Optional.of(
                        percent(
                            value.applyAsDouble(published.get(0)),
                            value.applyAsDouble(published.get(1)))))));
    figures.add(new Figure(GROWTH, heapGrowth(hundred), heapGrowth(more), Optional.empty()));
    return ResultTable.of("A limit of 250 compared with 100, each with 100 in flight", figures)
        .text("figure", Figure::head)
        .number("100", figure -> figure.hundred().map(MaxConcurrentStreams::text))
        .number("250", figure -> figure.more().map(MaxConcurrentStreams::text))
        .number(
            "difference",
            figure ->
                // Of what is near zero a ratio says nothing.
                figure.head().equals(GROWTH)
                    ? ""
                    : figure
                        .hundred()
                        .flatMap(one -> figure.more().map(other -> percent(one, other))))
        .number("published difference", Figure::published);
  }

  /** The median of the forks. */
  private static Optional<Double> heapGrowth(Optional<Load> load) {
    return load.filter(one -> one.figures().isPresent())
        .map(one -> one.cell().loads().stream().mapToDouble(Loads::heapGrowthMegabytes).toArray())
        .map(Median.withDefaults()::evaluate);
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
