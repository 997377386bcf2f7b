package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.FlowControlKind;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Several queries of one client at the same time, each a merge over twelve shards. */
public final class ConcurrentQueries extends Study {
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("http1", "HTTP/1.1", "useHttp1=true"),
          new Variant("stock", "HTTP/2, Jetty's windows", ""),
          new Variant(
              "small-window", "HTTP/2, stream window 500,000", "initialStreamRecvWindow=500000"),
          Variant.of(FlowControlKind.MEMORY_BOUND));

  public ConcurrentQueries() {
    super(
        "concurrent-queries",
        "What happens to several queries at the same time, over HTTP/1.1 and over HTTP/2?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 25, 3, 8));
    primary =
        new PrimaryQuestion(
            "throughput of 16 queries over HTTP/2 (memory-bound) divided by that over"
                + " HTTP/1.1",
            "memory-bound-16",
            "http1-16");
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (Variant variant : VARIANTS) {
      for (int queries : scale == Scale.QUICK ? List.of(1, 4) : List.of(1, 4, 16)) {
        cells.add(
            StudyCell.unrecorded(variant.label() + "-" + queries, "numShards=12")
                .with(variant.pairs())
                .withThreads(queries));
      }
    }
    return cells;
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    String title = "Operations per second of all queries together";
    Function<CellFigures, String> words = cell -> Variant.of(cell, VARIANTS).words();
    return Documents.compared(
        results,
        "Queries at the same time",
        List.of(),
        List.of(
            new BaselineComparison(
                "HTTP/1.1", Better.HIGHER, cells, CellFigures::http1, CellFigures::threads)),
        ResultTable.of(title, cells)
            .text("way", words)
            .number("queries at a time", CellFigures::threads),
        "ops/s",
        Documents.curves(
            title + ", from the lowest fork to the highest",
            new Dimension("queries at the same time", true),
            new Dimension("ops/s", false),
            cells,
            words,
            CellFigures::threads));
  }
}
