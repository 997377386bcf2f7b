package io.streambench.study.load;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.bench.LoadProfiler;
import io.streambench.config.Text;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.study.StudyDocument;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.Profiler;

/**
 * The published comparison of limits on the streams of a connection, on Solr: small writes over
 * HTTP/2 with 100 in flight under several limits, then 1 to 400 in flight under the usual one, and
 * HTTP/1.1 beside it.
 */
public final class MaxConcurrentStreams implements Study {
  private static final String LIMIT = "maxConcurrentStreams";
  private static final List<Integer> LIMITS = List.of(1, 10, 50, 100, 128, 250, 1000);

  /**
   * The limits of the quick form, which has fewer limits and fewer numbers in flight. Each limit is
   * a cluster.
   */
  private static final List<Integer> QUICK_LIMITS = List.of(1, 100, 128, 1000);

  /** Jetty's own limit. */
  private static final String USUAL = "default";

  private static final String JETTYS = "128";

  private static final int IN_FLIGHT = 100;
  private static final Timing FULL = new Timing(1, 14, 1, 13);
  private static final Timing QUICK = new Timing(1, 2, 1, 2);

  @Override
  public String name() {
    return "max-concurrent-streams";
  }

  @Override
  public String question() {
    return "How many concurrent streams should a node allow on an HTTP/2 connection?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    boolean quick = scale == Scale.QUICK;
    for (int limit : quick ? QUICK_LIMITS : LIMITS) {
      cells.add(
          UpdateCells.cell("limit-" + limit, scale, IN_FLIGHT, LIMIT, Integer.toString(limit)));
    }
    // On a server of their own, so that none of those above is used more than the others.
    for (int inFlight : quick ? List.of(10) : List.of(1, 10, 400)) {
      cells.add(UpdateCells.cell("flight-" + inFlight, scale, inFlight, LIMIT, USUAL));
    }
    for (int inFlight : quick ? List.of(10, 100) : List.of(1, 10, 100, 400)) {
      cells.add(
          UpdateCells.cell("http1-" + inFlight, scale, inFlight, LIMIT, USUAL, "useHttp1", "true"));
    }
    return cells;
  }

  @Override
  public Class<? extends Profiler> profiler() {
    return LoadProfiler.class;
  }

  @Override
  public Timing timing(Scale scale) {
    return scale == Scale.QUICK ? QUICK : FULL;
  }

  /** One for each limit, and one for the others. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return (scale == Scale.QUICK ? QUICK_LIMITS : LIMITS).size() * 6 + 6;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<CellFigures> limits = limits(cells);
    List<String> findings = new ArrayList<>();
    findings.add(
        Loads.best(
            "bulk indexing (throughput)",
            limits,
            MaxConcurrentStreams::describe,
            Better.HIGHER,
            LoadFile::requestsPerSecond,
            "requests/s"));
    findings.add(
        Loads.best(
            "interactive updates (P99)",
            limits,
            MaxConcurrentStreams::describe,
            Better.LOWER,
            Loads::p99Millis,
            "ms"));
    findings.add(
        Loads.best(
            "a client with little memory",
            limits,
            MaxConcurrentStreams::describe,
            Better.LOWER,
            load -> load.heapAfterBytes() / 1e6,
            "MB of heap after the load"));
    published(results).ifPresent(findings::add);
    for (int inFlight : List.of(1, 10, 100, 400)) {
      protocols(cells, inFlight).ifPresent(findings::add);
    }
    findings.addAll(Loads.flags(cells));
    findings.addAll(Loads.flagsOf(PublishedLoads.maxConcurrentStreams()));
    return Documents.of(
        results,
        "Limits on the streams of a connection",
        findings,
        List.of(
            Loads.table(
                Loads.labels(cells).number("limit", Documents.parameters(cells, LIMIT)), cells),
            Loads.memory(cells),
            LimitDifference.table(limited(cells, 100), limited(cells, 250)),
            Loads.published(PublishedLoads.maxConcurrentStreams())),
        List.of(
            chart(
                "Throughput with 100 in flight, from the lowest fork to the highest",
                "requests/s",
                limits,
                LoadFile::requestsPerSecond),
            chart(
                "P99 with 100 in flight, from the lowest fork to the highest",
                "ms",
                limits,
                Loads::p99Millis),
            overInFlight(cells)));
  }

  /** The two limits that were published, here. */
  private static Optional<String> published(StudyResults results) {
    Optional<CellFigures> hundred = limited(results.cells(), 100);
    Optional<CellFigures> more = limited(results.cells(), 250);
    return hundred.flatMap(Loads::figures).isEmpty() || more.flatMap(Loads::figures).isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "Published: 250 streams have %.2f times the throughput of 100 streams. Here: %s.",
                PublishedLoads.MAX_CONCURRENT_STREAMS_250.requestsPerSecond()
                    / PublishedLoads.MAX_CONCURRENT_STREAMS_100.requestsPerSecond(),
                Loads.times(hundred.get(), more.get())));
  }

  private static Optional<CellFigures> limited(List<CellFigures> cells, int limit) {
    return limits(cells).stream()
        .filter(cell -> limit(cell.cell()).equals(Integer.toString(limit)))
        .findFirst();
  }

  private static Optional<String> protocols(List<CellFigures> cells, int inFlight) {
    Optional<CellFigures> two = usual(cells, inFlight, false);
    Optional<CellFigures> one = usual(cells, inFlight, true);
    Optional<LoadFigures> http2 = two.flatMap(Loads::figures);
    Optional<LoadFigures> http1 = one.flatMap(Loads::figures);
    return http2.isEmpty() || http1.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d in flight: HTTP/2 has %s the throughput of HTTP/1.1, and a P99 of"
                    + " %s ms compared with %s ms.",
                inFlight,
                Loads.times(one.get(), two.get()),
                Millis.text(http2.get().whole().p99()),
                Millis.text(http1.get().whole().p99())));
  }

  /** The cell of that protocol under the usual limit, named or not. */
  private static Optional<CellFigures> usual(
      List<CellFigures> cells, int inFlight, boolean useHttp1) {
    return cells.stream()
        .filter(
            cell ->
                cell.cell().threads() == inFlight
                    && useHttp1(cell.cell()) == useHttp1
                    && Set.of(USUAL, JETTYS).contains(limit(cell.cell())))
        .findFirst();
  }

  private static String limit(StudyCell cell) {
    return cell.parameters().get(LIMIT);
  }

  private static boolean useHttp1(StudyCell cell) {
    return Boolean.parseBoolean(cell.parameters().get("useHttp1"));
  }

  private static CurveChart overInFlight(List<CellFigures> cells) {
    List<Curve> curves = new ArrayList<>();
    for (boolean useHttp1 : new boolean[] {false, true}) {
      List<Point> points = new ArrayList<>();
      for (int inFlight : List.of(1, 10, 100, 400)) {
        usual(cells, inFlight, useHttp1)
            .filter(cell -> !cell.loads().isEmpty())
            .ifPresent(
                cell -> points.add(new Point(inFlight, range(cell, LoadFile::requestsPerSecond))));
      }
      if (!points.isEmpty()) {
        curves.add(new Curve(useHttp1 ? "HTTP/1.1" : "HTTP/2", points));
      }
    }
    return new CurveChart(
        "Throughput over requests in flight, from the lowest fork to the highest",
        new Dimension("requests in flight", true),
        new Dimension("requests/s", false),
        curves,
        List.of());
  }

  private static List<CellFigures> limits(List<CellFigures> cells) {
    return cells.stream().filter(cell -> !limit(cell.cell()).equals(USUAL)).toList();
  }

  private static String describe(CellFigures cell) {
    return "limit " + limit(cell.cell());
  }

  private static CurveChart chart(
      String title, String unit, List<CellFigures> limits, ToDoubleFunction<LoadFile> value) {
    List<Point> points =
        limits.stream()
            .filter(cell -> !cell.loads().isEmpty())
            .map(cell -> new Point(Double.parseDouble(limit(cell.cell())), range(cell, value)))
            .toList();
    return new CurveChart(
        title,
        new Dimension("most concurrent streams of a connection", true),
        new Dimension(unit, false),
        List.of(new Curve("HTTP/2", points)),
        List.of());
  }

  /** The median of the forks, with the lowest and the highest. */
  private static Range range(CellFigures cell, ToDoubleFunction<LoadFile> value) {
    double[] all = Loads.sample(cell, value).scores();
    return new Range(Loads.sample(cell, value).median(), all[0], all[all.length - 1]);
  }
}
