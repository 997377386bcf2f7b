package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.config.ClientInput;
import io.streambench.config.FlowControlKind;
import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sizes of buffers at either end, over HTTP/1.1 and over HTTP/2: throughput, and what a
 * megabyte of answer costs. No variant can stall, with one query at a time or with sixteen.
 */
public final class Buffers extends Study {
  private static final String TITLE = "Operations per second of all queries together";
  private static final int SMALL = 32;
  private static final int LARGE = 256;

  /** A connection for each stream of sixteen queries; Solr's limit would make some wait. */
  private static final Variant HTTP_1 =
      new Variant("http1", "HTTP/1.1", "useHttp1=true connectionsPerDestination=192");

  /** What the client jar installs. */
  private static final Variant REPAIRED = Variant.of(FlowControlKind.MEMORY_BOUND);

  private final List<Variant> variants;
  private final List<Integer> queries;
  private final List<Integer> rttMillis;

  private Buffers(
      String name,
      String question,
      List<Variant> variants,
      List<Integer> queries,
      List<Integer> rttMillis,
      PrimaryQuestion primary) {
    super(name, question, new Timing(1, 2, 2, 2), new Timing(1, 10, 2, 4));
    this.variants = variants;
    this.queries = queries;
    this.rttMillis = rttMillis;
    fixed = "rttMillis";
    divisible = true;
    freshNodes = true;
    this.primary = primary;
    profiler = ProcessCostProfiler.class;
  }

  /** Those of the nodes. */
  public static Study ofNodes() {
    return new Buffers(
        "output-buffer",
        "Does a larger output buffer of the nodes make streaming over HTTP/2 faster or cheaper?",
        List.of(
            HTTP_1,
            // SAFE by the rule even if all 192 streams share a session. A stream window that is
            // SAFE with Jetty's session window is smaller than the large buffer, and hides what
            // that does.
            new Variant(
                "stock",
                "HTTP/2, Jetty's strategy, SAFE windows",
                "initialStreamRecvWindow=2000000 initialSessionRecvWindow=800000000"),
            REPAIRED),
        List.of(1, 16),
        List.of(0, 20),
        new PrimaryQuestion(
            "throughput over HTTP/2 with 256 KiB divided by that with 32 KiB, averaged over"
                + " strategies, queries and distances",
            "(?!http1)(.*)-256k-(.*)",
            "$1-32k-$2"));
  }

  /** Those of the nodes with those of the client, and the largest frame. */
  public static Study ofBothEnds() {
    String input = ClientInput.BUFFER_SIZE + "=65536";
    return new Buffers(
        "buffers",
        "Which buffers and frames make many queries over HTTP/2 as fast as over HTTP/1.1?",
        List.of(
            HTTP_1,
            REPAIRED,
            REPAIRED.with("input-64k", "input buffer 64 KiB", input),
            REPAIRED.with(
                "frame-64k",
                "input buffer and frames 64 KiB",
                input + " " + ClientInput.MAX_FRAME_SIZE + "=65536")),
        List.of(1, 4, 16),
        List.of(0),
        new PrimaryQuestion(
            "throughput of 16 queries over HTTP/2 with large buffers and frames divided by that over"
                + " HTTP/1.1 with 32 KiB",
            ".*frame-64k-256k-16-0ms",
            "http1-32k-16-0ms"));
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    boolean quick = scale == Scale.QUICK;
    List<StudyCell> cells = new ArrayList<>();
    for (int rtt : quick ? List.of(0) : rttMillis) {
      for (int threads : quick ? List.of(1) : queries) {
        for (Variant variant : variants) {
          for (int kib : List.of(SMALL, LARGE)) {
            cells.add(
                StudyCell.unrecorded(
                        Text.of("%s-%dk-%d-%dms", variant.label(), kib, threads, rtt),
                        Text.of(
                            "numShards=12 %s=%d rttMillis=%d",
                            NodeOutput.BUFFER_SIZE, kib * 1024, rtt))
                    .with(variant.pairs())
                    .withThreads(threads));
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
            Buffers::load);
    BaselineComparison small =
        new BaselineComparison(
            "32 KiB of the same client",
            Better.HIGHER,
            cells,
            cell -> kib(cell) == SMALL,
            cell -> Variant.of(cell, variants).label() + load(cell));
    return Documents.compared(
        results,
        "Buffers of the nodes and of the client",
        List.of(),
        BaselineComparison.together(Buffers::load, http1, small),
        ResultTable.of(TITLE + ", and cost per MB", cells)
            .text("way", cell -> Variant.of(cell, variants).words())
            .number("output buffer, KiB", Buffers::kib)
            .number("queries at a time", CellFigures::threads)
            .number("RTT, ms", cell -> cell.number(Parameters.RTT))
            .number("CPU, ms/MB", cell -> cpu(cell).map(Rounded::alone))
            .number(
                "CPU, ratio to HTTP/1.1, 32 KiB",
                cell -> http1.relative(cell, Buffers::cpu).map(ratio -> Text.of("%.2f", ratio)))
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
