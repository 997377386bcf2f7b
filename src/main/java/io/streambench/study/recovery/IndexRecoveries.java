package io.streambench.study.recovery;

import io.streambench.report.study.StudyDocument;
import io.streambench.strategy.FlowControlKind;
import io.streambench.study.DeclaredStudy;
import io.streambench.study.Parameters;
import io.streambench.study.Scale;
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
public final class IndexRecoveries extends DeclaredStudy {
  /** The most shards, for which it was published that HTTP/2 is slower. */
  static final int MANY = 12;

  static final Variant HTTP1 = new Variant("http1", "HTTP/1.1", "useHttp1=true");
  static final Variant STOCK = new Variant("stock", "HTTP/2, Jetty's windows", "");

  /** The published setting; Solr's client still opens up to four connections. */
  static final Variant ONE_STREAM =
      new Variant("one-stream", "HTTP/2, one stream a connection", "maxConcurrentStreams=1");

  private static final Variant LARGE_SESSION =
      new Variant(
          "large-session", "HTTP/2, session window 192 MiB", "initialSessionRecvWindow=201326592");
  private static final Variant ON_RECEIPT =
      Variant.ofStrategy(FlowControlKind.ON_RECEIPT.toString());
  private static final Variant DYNAMIC_THRESHOLD =
      Variant.ofStrategy(FlowControlKind.DYNAMIC_THRESHOLD.toString());
  private static final Variant FILES =
      new Variant("files", "plain file copy", "useHttp1=true copiedBy=files");
  private static final Variant SOCKETS =
      new Variant("sockets", "plain sockets", "useHttp1=true copiedBy=sockets");

  /** All that Solr does besides copying. */
  private static final Variant EMPTY =
      new Variant("empty", "HTTP/1.1, next to no data", "useHttp1=true docSizeBytes=100");

  static final List<Variant> ALL =
      List.of(
          HTTP1,
          STOCK,
          ONE_STREAM,
          LARGE_SESSION,
          ON_RECEIPT,
          DYNAMIC_THRESHOLD,
          FILES,
          SOCKETS,
          EMPTY);

  /** Only what the curve over shards needs: a limit on streams, say, is another full cluster. */
  private static final List<Variant> OF_SOME =
      List.of(HTTP1, STOCK, LARGE_SESSION, ON_RECEIPT, DYNAMIC_THRESHOLD);

  /** Any other differs from one of these only in what distance does not touch. */
  private static final List<Variant> FAR =
      List.of(HTTP1, STOCK, LARGE_SESSION, DYNAMIC_THRESHOLD, SOCKETS);

  private static final List<Variant> QUICK =
      List.of(HTTP1, STOCK, ONE_STREAM, DYNAMIC_THRESHOLD, FILES, SOCKETS);

  private static final Variant NEAR = new Variant("", "0 ms", "");

  /** Longer distances and a narrower network, by the end of the label. */
  private static final List<Variant> PLACES =
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
    fixes(
        "copiedBy useHttp1 numShards initialStreamRecvWindow initialSessionRecvWindow flowControl"
            + " bufferRatio maxConcurrentStreams rttMillis bandwidthMbps");
    isDivisible();
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    if (scale == Scale.QUICK) {
      QUICK.forEach(way -> cells.add(cell(way, MANY, NEAR, "docCount=240")));
      return cells;
    }
    String index = "docCount=6000";
    ALL.forEach(way -> cells.add(cell(way, 1, NEAR, index)));
    OF_SOME.forEach(way -> cells.add(cell(way, 4, NEAR, index)));
    ALL.forEach(way -> cells.add(cell(way, MANY, NEAR, index)));
    PLACES.forEach(place -> FAR.forEach(way -> cells.add(cell(way, MANY, place, index))));
    return cells;
  }

  /** The index of all shards together is always the same. */
  private static StudyCell cell(Variant way, int shards, Variant place, String index) {
    return new StudyCell(
            label(way, shards) + place.label(),
            "IndexRecovery.recover",
            Parameters.of("copiedBy=solr useHttp1=false docSizeBytes=100000 numShards=" + shards),
            List.of(),
            1)
        .with(index)
        .with(place.parameters())
        .with(way.parameters());
  }

  /** The label of a cell with nothing between the nodes. */
  static String label(Variant way, int shards) {
    return way.label() + "-" + shards;
  }

  /** What is between the nodes of a cell. */
  static Variant place(String label) {
    return PLACES.stream().filter(one -> label.endsWith(one.label())).findFirst().orElse(NEAR);
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
