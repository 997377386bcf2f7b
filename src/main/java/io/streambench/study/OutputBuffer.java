package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.strategy.FlowControlKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The size of the nodes' output buffer, over HTTP/1.1 and over HTTP/2: throughput, and what a
 * megabyte of answer costs. No variant can stall, with one query at a time or with sixteen.
 */
public final class OutputBuffer extends Study {
  private static final String TITLE = "Operations per second of all queries together";
  private static final int SMALL = 32;
  private static final int LARGE = 256;

  private static final List<Variant> VARIANTS =
      List.of(
          // A connection for each stream of sixteen queries; Solr's limit would make some wait.
          new Variant("http1", "HTTP/1.1", "useHttp1=true connectionsPerDestination=192"),
          // SAFE by the rule even if all 192 streams share a session. A stream window that is SAFE
          // with Jetty's session window is smaller than the large buffer, and hides what that does.
          new Variant(
              "stock",
              "HTTP/2, Jetty's strategy, SAFE windows",
              "initialStreamRecvWindow=2000000 initialSessionRecvWindow=800000000"),
          // What the client jar installs.
          Variant.of(FlowControlKind.MEMORY_BOUND));

  public OutputBuffer() {
    super(
        "output-buffer",
        "Does a larger output buffer of the nodes make streaming over HTTP/2 faster or cheaper?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 10, 2, 4));
    fixed = "rttMillis";
    profiler = ProcessCostProfiler.class;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    boolean quick = scale == Scale.QUICK;
    List<StudyCell> cells = new ArrayList<>();
    for (int rttMillis : quick ? List.of(0) : List.of(0, 20)) {
      for (int queries : quick ? List.of(1) : List.of(1, 16)) {
        for (Variant variant : VARIANTS) {
          for (int kib : List.of(SMALL, LARGE)) {
            cells.add(
                StudyCell.unrecorded(
                        Text.of("%s-%dk-%d-%dms", variant.label(), kib, queries, rttMillis),
                        Text.of(
                            "numShards=12 %s=%d rttMillis=%d",
                            NodeOutput.BUFFER_SIZE, kib * 1024, rttMillis))
                    .with(variant.pairs())
                    .withThreads(queries));
          }
        }
      }
    }
    return cells;
  }

  private static int kib(CellFigures cell) {
    return cell.number(NodeOutput.BUFFER_SIZE) / 1024;
  }

  private static String load(CellFigures cell) {
    return cell.threads() + "-" + cell.number(Parameters.RTT);
  }

  private static Optional<Double> cpu(CellFigures cell) {
    return cell.sum(ProcessCostProfiler.CLIENT_CPU, ProcessCostProfiler.NODES_CPU);
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    BaselineComparison http1 =
        new BaselineComparison(
            "HTTP/1.1, 32 KiB",
            Better.HIGHER,
            cells.stream().filter(cell -> !cell.http1() || kib(cell) == SMALL).toList(),
            CellFigures::http1,
            OutputBuffer::load);
    BaselineComparison small =
        new BaselineComparison(
            "32 KiB of the same client",
            Better.HIGHER,
            cells,
            cell -> kib(cell) == SMALL,
            cell -> Variant.of(cell, VARIANTS).label() + load(cell));
    return Documents.compared(
        results,
        "The output buffer of the nodes",
        List.of(),
        BaselineComparison.together(OutputBuffer::load, http1, small),
        ResultTable.of(TITLE + ", and cost per MB", cells)
            .text("way", cell -> Variant.of(cell, VARIANTS).words())
            .number("buffer, KiB", OutputBuffer::kib)
            .number("queries at a time", CellFigures::threads)
            .number("RTT, ms", cell -> cell.number(Parameters.RTT))
            .number("CPU, ms/MB", cell -> cpu(cell).map(Rounded::alone))
            .number(
                "CPU, ratio to HTTP/1.1, 32 KiB",
                cell ->
                    http1.relative(cell, OutputBuffer::cpu).map(ratio -> Text.of("%.2f", ratio)))
            .number(
                "voluntary context switches/MB, at least",
                cell ->
                    cell.sum(
                            ProcessCostProfiler.CLIENT_SWITCHES, ProcessCostProfiler.NODES_SWITCHES)
                        .map(Rounded::alone)),
        "ops/s",
        Documents.bars(TITLE, "ops/s", cells));
  }
}
