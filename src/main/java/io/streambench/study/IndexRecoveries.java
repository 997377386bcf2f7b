package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.FlowControlKind;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The published recovery of replicas: the time until a new replica of every shard is active. */
public final class IndexRecoveries extends Study {
  /** The most shards, for which it was published that HTTP/2 is slower. */
  private static final int MANY = 12;

  private static final List<Variant> ALL =
      List.of(
          new Variant("http1", "HTTP/1.1", "useHttp1=true"),
          new Variant("stock", "HTTP/2, Jetty's windows", ""),
          // The published setting; Solr's client still opens up to four connections.
          new Variant("one-stream", "HTTP/2, one stream a connection", "maxConcurrentStreams=1"),
          new Variant(
              "large-session",
              "HTTP/2, session window 192 MiB",
              "initialSessionRecvWindow=201326592"),
          Variant.of(FlowControlKind.ON_RECEIPT),
          Variant.of(FlowControlKind.MEMORY_BOUND),
          // Not run any more: committed reports have them.
          new Variant("files", "plain file copy", "useHttp1=true copiedBy=files"),
          new Variant("sockets", "plain sockets", "useHttp1=true copiedBy=sockets"),
          // All that Solr does besides copying.
          new Variant("empty", "HTTP/1.1, next to no data", "useHttp1=true docSizeBytes=100"));

  private static final Variant NEAR = new Variant("", "0 ms", "");

  /** Longer distances and a narrower network, by the end of the label. */
  private static final List<Variant> DISTANCES =
      List.of(
          new Variant("-20ms", "20 ms", "rttMillis=20"),
          new Variant("-100ms", "100 ms", "rttMillis=100"),
          new Variant("-1000mbit", "0 ms, 1,000 Mbit/s", "bandwidthMbps=1000"));

  /** A recovery that takes longer than an iteration is the only one of it. */
  public IndexRecoveries() {
    super(
        "index-recovery",
        "Do replicas recover more slowly over HTTP/2, from how many shards on, and why?",
        new Timing(1, 2, 2, 2),
        new Timing(1, 5, 3, 5));
    primary =
        new PrimaryQuestion(
            "time to recover 12 shards over HTTP/2 divided by that over HTTP/1.1",
            "stock-12",
            "http1-12");
    fixed =
        "copiedBy numShards initialStreamRecvWindow initialSessionRecvWindow bufferRatio rttMillis"
            + " bandwidthMbps";
    divisible = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    if (scale == Scale.QUICK) {
      return cells(MANY, NEAR, 240, "http1 stock one-stream memory-bound");
    }
    String all = "http1 stock one-stream large-session on-receipt memory-bound empty";
    List<StudyCell> cells = new ArrayList<>();
    cells.addAll(cells(1, NEAR, 6_000, all));
    // Only what the curve over shards needs: a limit on streams, say, is another full cluster.
    cells.addAll(cells(4, NEAR, 6_000, "http1 stock large-session on-receipt memory-bound"));
    cells.addAll(cells(MANY, NEAR, 6_000, all));
    // Any other differs from one of these only in what distance does not touch.
    for (Variant distance : DISTANCES) {
      cells.addAll(cells(MANY, distance, 6_000, "http1 stock large-session memory-bound"));
    }
    return cells;
  }

  /** The index of all shards together is always the same. */
  private static List<StudyCell> cells(
      int shards, Variant distance, int documents, String variants) {
    List<String> labels = List.of(variants.split(" "));
    return ALL.stream()
        .filter(variant -> labels.contains(variant.label()))
        .map(
            variant ->
                StudyCell.of(
                        variant.label() + "-" + shards + distance.label(),
                        "IndexRecovery.recover",
                        "copiedBy=solr useHttp1=false docSizeBytes=100000")
                    .with("numShards=" + shards + " docCount=" + documents)
                    .with(distance.pairs())
                    .with(variant.pairs()))
        .toList();
  }

  private static Variant distance(CellFigures cell) {
    return DISTANCES.stream()
        .filter(one -> cell.label().endsWith(one.label()))
        .findFirst()
        .orElse(NEAR);
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells =
        results.cells().stream().filter(cell -> !cell.outcomes().isEmpty()).toList();
    BaselineComparison http1 =
        new BaselineComparison(
            "HTTP/1.1",
            Better.LOWER,
            // Other work has its parameter, too.
            cells.stream()
                .filter(cell -> !cell.http1() || Variant.of(cell, ALL).label().equals("http1"))
                .toList(),
            CellFigures::http1,
            cell -> cell.parameter(Parameters.SHARDS) + distance(cell).words());
    List<String> findings = new ArrayList<>();
    Documents.answer(cells, List.of(http1)).ifPresent(findings::add);
    http1.finding().ifPresent(findings::add);
    Published published = new Published(results, Map.of(), http1);
    findings.addAll(published.findings());
    findings.add(
        "Both nodes share one machine's CPUs and one disk: where these are busy, a difference"
            + " between protocols does not show.");
    return new StudyReport(
        results,
        "Recovery of replicas over HTTP/1.1 and HTTP/2",
        findings,
        List.of(times(cells, http1), Documents.secondary(results), published.table()),
        List.of(Documents.bars("Seconds of a recovery", "s/op", cells)));
  }

  private static ResultTable times(List<CellFigures> cells, BaselineComparison http1) {
    return Documents.measured(
            ResultTable.of("Time until a replica of every shard is active", cells)
                .number("shards", cell -> cell.parameter(Parameters.SHARDS))
                .text("between the nodes", cell -> distance(cell).words())
                .text("copied by", cell -> Variant.of(cell, ALL).words()),
            "s/op")
        .number("ratio to HTTP/1.1 (95 %)", http1::ratio)
        .number(
            "CPUs busy",
            cell ->
                cell.sum("leaderCpu, s/op", "receiverCpu, s/op")
                    .flatMap(cpu -> cell.median().map(seconds -> Text.of("%.1f", cpu / seconds))));
  }
}
