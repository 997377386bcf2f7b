package io.streambench.study.recovery;

import io.streambench.report.study.StudyDocument;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import io.streambench.study.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * The published recovery of replicas, repeated: the time until a new replica of every shard is
 * active, over HTTP/1.1 and HTTP/2, by shards, windows, streams and distance, next to plain copies
 * of the same files.
 */
public final class IndexRecoveries extends Study {
  /** The most shards, for which it was published that HTTP/2 is slower. */
  private static final int MANY = 12;

  static final List<Variant> ALL =
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
          Variant.of(FlowControlKind.DYNAMIC_THRESHOLD),
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
    fixed =
        "copiedBy useHttp1 numShards initialStreamRecvWindow initialSessionRecvWindow flowControl"
            + " bufferRatio maxConcurrentStreams rttMillis bandwidthMbps";
    divisible = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    if (scale == Scale.QUICK) {
      return cells(MANY, NEAR, 240, "http1 stock one-stream dynamic-threshold files sockets");
    }
    String all = String.join(" ", ALL.stream().map(Variant::label).toList());
    List<StudyCell> cells = new ArrayList<>();
    cells.addAll(cells(1, NEAR, 6_000, all));
    // Only what the curve over shards needs: a limit on streams, say, is another full cluster.
    cells.addAll(cells(4, NEAR, 6_000, "http1 stock large-session on-receipt dynamic-threshold"));
    cells.addAll(cells(MANY, NEAR, 6_000, all));
    // Any other differs from one of these only in what distance does not touch.
    for (Variant distance : DISTANCES) {
      cells.addAll(
          cells(MANY, distance, 6_000, "http1 stock large-session dynamic-threshold sockets"));
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

  /** What is between the nodes of a cell. */
  static Variant distance(String label) {
    return DISTANCES.stream().filter(one -> label.endsWith(one.label())).findFirst().orElse(NEAR);
  }

  /** The recovering node starts anew for each fork. */
  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return (scale == Scale.QUICK ? 25 : 400) + 6 * forks;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return new RecoveryReport(results).document();
  }
}
