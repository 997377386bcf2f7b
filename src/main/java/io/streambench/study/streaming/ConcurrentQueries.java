package io.streambench.study.streaming;

import io.streambench.analysis.compare.Better;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.BaselineComparison;
import io.streambench.study.CellFigures;
import io.streambench.study.DeclaredStudy;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import io.streambench.study.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * Several queries of one client at the same time, each a merge over twelve shards: over HTTP/1.1,
 * over HTTP/2 with Jetty's windows, with a stream window that keeps one query at a time from
 * stalling, and with the strategy of the repair.
 */
public final class ConcurrentQueries extends DeclaredStudy {
  private static final String TITLE = "Operations per second of all queries together";

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("http1", "HTTP/1.1", "useHttp1=true"),
          new Variant("stock", "HTTP/2, Jetty's windows", ""),
          new Variant(
              "small-window", "HTTP/2, stream window 500,000", "initialStreamRecvWindow=500000"),
          Variant.ofStrategy(FlowControlKind.DYNAMIC_THRESHOLD.toString()));

  public ConcurrentQueries() {
    super(
        "concurrent-queries",
        "What happens to several queries at the same time, over HTTP/1.1 and over HTTP/2?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 25, 3, 8));
    clusters(15, 15); // one for all
    fixes("useHttp1 initialStreamRecvWindow flowControl");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (Variant variant : VARIANTS) {
      for (int queries : scale == Scale.QUICK ? List.of(1, 4) : List.of(1, 4, 16)) {
        cells.add(
            StreamingCells.cell(
                    variant.label() + "-" + queries,
                    scale,
                    "numReplicas=1 numShards=12 docCount=4000 recording=off useHttp1=false")
                .with(variant.parameters())
                .withThreads(queries));
      }
    }
    return cells;
  }

  private static String words(CellFigures cell) {
    return Variant.of(cell, VARIANTS).words();
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    BaselineComparison http1 =
        new BaselineComparison(
            "HTTP/1.1", Better.HIGHER, cells, CellFigures::http1, cell -> cell.cell().threads());
    ResultTable.Of<CellFigures> table =
        ResultTable.of(TITLE, cells)
            .text("way", ConcurrentQueries::words)
            .number("queries at a time", cell -> cell.cell().threads());
    return Documents.of(
        results,
        "Queries at the same time",
        http1.findings(),
        http1.column(Documents.measured(table, "ops/s")),
        List.of(
            new CurveChart(
                TITLE + ", with the 95 % interval",
                new Dimension("queries at the same time", true),
                new Dimension("ops/s", false),
                Documents.curves(cells, ConcurrentQueries::words, cell -> cell.cell().threads()),
                List.of())));
  }
}
