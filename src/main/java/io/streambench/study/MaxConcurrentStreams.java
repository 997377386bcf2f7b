package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.load.PublishedLoads;
import io.streambench.bench.LoadProfiler;
import io.streambench.config.Text;
import io.streambench.report.CurveChart;
import io.streambench.report.CurveChart.Curve;
import io.streambench.report.CurveChart.Dimension;
import io.streambench.report.CurveChart.Point;
import io.streambench.report.IntervalChart.Range;
import io.streambench.report.ResultTable;
import io.streambench.report.StudyDocument;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.Profiler;

/**
 * The published comparison of limits on the streams of a connection, on Solr: small writes over
 * HTTP/2 with 100 in flight under several limits, then 1 to 400 in flight under the usual one, and
 * HTTP/1.1 beside it.
 */
final class MaxConcurrentStreams implements Study {
  private static final String LIMIT = "maxConcurrentStreams";
  private static final List<Integer> LIMITS = List.of(1, 10, 50, 100, 128, 250, 1000);

  /** Of the limits and the numbers in flight the quick form has fewer: each limit is a cluster. */
  private static final List<Integer> QUICK_LIMITS = List.of(1, 100, 128, 1000);

  private static final int USUAL_LIMIT = 128;
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
    for (int inFlight : quick ? List.of(10) : List.of(1, 10, 400)) {
      cells.add(
          UpdateCells.cell(
              "flight-" + inFlight, scale, inFlight, LIMIT, Integer.toString(USUAL_LIMIT)));
    }
    for (int inFlight : quick ? List.of(10, 100) : List.of(1, 10, 100, 400)) {
      cells.add(
          UpdateCells.cell(
              "http1-" + inFlight,
              scale,
              inFlight,
              LIMIT,
              Integer.toString(USUAL_LIMIT),
              "useHttp1",
              "true"));
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

  /** One for each limit. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return (scale == Scale.QUICK ? QUICK_LIMITS : LIMITS).size() * 6;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    List<CellFigures> limits = limits(cells);
    List<String> findings = new ArrayList<>();
    findings.add(
        Loads.best(
            "throughput",
            limits,
            MaxConcurrentStreams::describe,
            Better.HIGHER,
            LoadFile::requestsPerSecond,
            "requests/s"));
    findings.add(
        Loads.best(
            "P99", limits, MaxConcurrentStreams::describe, Better.LOWER, Loads::p99Millis, "ms"));
    findings.add(
        Loads.best(
            "memory",
            limits,
            MaxConcurrentStreams::describe,
            Better.LOWER,
            load -> load.heapAfterBytes() / 1e6,
            "MB of heap behind the load"));
    findings.addAll(Loads.flags(cells));
    return Documents.of(
        results,
        "Limits on the streams of a connection",
        findings,
        List.of(
            Loads.table(
                Documents.labels(new ResultTable("Measured"), cells)
                    .number(
                        "in flight",
                        cells.stream().map(cell -> Text.of("%,d", cell.cell().threads())).toList())
                    .number("limit", Documents.parameters(cells, LIMIT)),
                cells),
            Loads.memory(cells),
            Loads.published(PublishedLoads.maxConcurrentStreams())),
        List.of(
            chart(
                "Throughput with 100 in flight", "requests/s", limits, LoadFile::requestsPerSecond),
            chart("P99 with 100 in flight", "ms", limits, Loads::p99Millis)));
  }

  private static List<CellFigures> limits(List<CellFigures> cells) {
    return cells.stream().filter(cell -> cell.cell().label().startsWith("limit-")).toList();
  }

  private static String describe(CellFigures cell) {
    return "limit " + cell.cell().parameters().get(LIMIT);
  }

  private static CurveChart chart(
      String title, String unit, List<CellFigures> limits, ToDoubleFunction<LoadFile> value) {
    List<Point> points =
        limits.stream()
            .filter(cell -> !cell.loads().isEmpty())
            .map(
                cell ->
                    new Point(
                        Double.parseDouble(cell.cell().parameters().get(LIMIT)),
                        range(cell, value)))
            .toList();
    return new CurveChart(
        title,
        new Dimension("most concurrent streams of a connection", true),
        new Dimension(unit, false),
        List.of(new Curve("HTTP/2", points)),
        List.of());
  }

  /** From the lowest fork to the highest. */
  private static Range range(CellFigures cell, ToDoubleFunction<LoadFile> value) {
    double[] all = Loads.sample(cell, value).scores();
    return new Range(Loads.sample(cell, value).median(), all[0], all[all.length - 1]);
  }
}
