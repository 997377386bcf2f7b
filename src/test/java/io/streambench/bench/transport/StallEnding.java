package io.streambench.bench.transport;

import io.streambench.bench.cluster.StockCluster;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.strategy.SolrHttpClientAccess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.SolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.client.solrj.io.stream.TupleStream;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * Shows how a stalled query ends without monitoring: after which time, with which exception, and in
 * which state it leaves the client. Nodes, client, windows and strategy are stock.
 */
public final class StallEnding {
  private static final Pattern SESSIONS =
      Pattern.compile("HTTP2ClientSession@\\w+\\{[^}]*?sendWindow[^}]*}");

  /** The process that merges the shards. */
  public enum Merge {
    /** This program, with a CloudSolrStream. */
    CLIENT,
    /** A node that received a streaming expression. */
    NODE
  }

  /**
   * The ending of one query.
   *
   * @param tuples the number of tuples read
   * @param silence the longest time without a tuple; a merging node sends some tuples late
   * @param closing how long it took to close the stream
   * @param failure the exception that the user sees; empty if the query completed or has not ended
   * @param ended whether the query has ended
   */
  public record Ending(
      long tuples,
      Duration silence,
      Duration closing,
      Optional<Throwable> failure,
      boolean ended) {}

  private final StockCluster cluster;
  private final int documents;
  private final Merge merge;
  private final Http2SolrClient client;

  StallEnding(StockCluster cluster, int documents, Merge merge, Http2SolrClient client) {
    this.cluster = cluster;
    this.documents = documents;
    this.merge = merge;
    this.client = client;
  }

  /**
   * Runs queries until two of them fail.
   *
   * @param args {@code client} or {@code node}, which merges; the idle timeout of the nodes in
   *     seconds (120 in Solr's jetty.xml); the maximum duration of a query in seconds; the number
   *     of nodes; optionally, the client's idle timeout and total timeout in seconds
   */
  public static void main(String[] args) throws Exception {
    Merge merge = args[0].equals("node") ? Merge.NODE : Merge.CLIENT;
    int documents = 10_000;
    StockCluster cluster =
        StockCluster.start(
            Integer.parseInt(args[3]),
            documents,
            DocumentPlacement.RUNS,
            Duration.ofSeconds(Long.parseLong(args[1])));
    print("merged by a " + args[0] + ", nodes' idle timeout " + args[1] + " s");
    Http2SolrClient.Builder client = new Http2SolrClient.Builder();
    if (args.length > 4) {
      client.withIdleTimeout(Long.parseLong(args[4]), TimeUnit.SECONDS);
      client.withRequestTimeout(Long.parseLong(args[5]), TimeUnit.SECONDS);
    }
    StallEnding endings = new StallEnding(cluster, documents, merge, client.build());
    Duration patience = Duration.ofSeconds(Long.parseLong(args[2]));
    boolean failedBefore = false;
    for (int query = 1; query <= 20; query++) {
      Ending ending = endings.query(patience);
      print("query " + query + ": " + ending);
      ending.failure().ifPresent(Throwable::printStackTrace);
      endings.sessions().forEach(session -> print("  " + session));
      if (failedBefore) {
        break;
      }
      failedBefore = ending.failure().isPresent() || !ending.ended();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void print(String line) {
    System.out.println(Instant.now() + " ENDING " + line);
  }

  /** Reads the collection. Returns at the latest after the given time. */
  Ending query(Duration timeout) throws InterruptedException {
    AtomicLong tuples = new AtomicLong();
    Silence silence = new Silence();
    List<Ending> ending = new ArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              Optional<Throwable> failure = Optional.empty();
              TupleStream stream = null;
              try {
                stream = openStream();
                for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
                  tuples.incrementAndGet();
                  silence.restart();
                }
              } catch (IOException | RuntimeException e) {
                failure = Optional.of(e);
              }
              silence.restart();
              long begun = System.nanoTime();
              try {
                if (stream != null) {
                  stream.close();
                }
              } catch (IOException e) {
                failure.ifPresent(before -> before.addSuppressed(e));
              }
              ending.add(
                  new Ending(tuples.get(), silence.longest(), elapsedSince(begun), failure, true));
            },
            "reader");
    reader.setDaemon(true);
    reader.start();
    reader.join(timeout.toMillis());
    return reader.isAlive()
        ? new Ending(tuples.get(), silence.longest(), Duration.ZERO, Optional.empty(), false)
        : ending.get(0);
  }

  private static final class Silence {
    private long lastNanos = System.nanoTime();
    private long longestNanos;

    synchronized void restart() {
      longestNanos = longest().toNanos();
      lastNanos = System.nanoTime();
    }

    synchronized Duration longest() {
      return Duration.ofNanos(Math.max(longestNanos, System.nanoTime() - lastNanos));
    }
  }

  private static Duration elapsedSince(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private TupleStream openStream() throws IOException {
    ModifiableSolrParams query = new ModifiableSolrParams();
    TupleStream stream;
    if (merge == Merge.CLIENT) {
      query.set("q", "*:*");
      query.set("fl", "id,text1_ts");
      query.set("sort", "id asc");
      query.set("rows", documents);
      stream = new CloudSolrStream(cluster.zkHost(), cluster.collection(), query);
    } else {
      query.set(
          "expr",
          "search(%s,q=\"*:*\",fl=\"id,text1_ts\",sort=\"id asc\",qt=\"/export\")"
              .formatted(cluster.collection()));
      query.set("qt", "/stream");
      stream =
          new SolrStream(cluster.nodes().get(0).getBaseUrl() + "/" + cluster.collection(), query);
    }
    StreamContext context = new StreamContext();
    context.setSolrClientCache(new SolrClientCache(client));
    stream.setStreamContext(context);
    stream.open();
    return stream;
  }

  /** Returns the HTTP/2 sessions of the merging client, from Jetty's dumps. */
  List<String> sessions() {
    if (merge == Merge.CLIENT) {
      return sessions(client);
    }
    return cluster.nodes().stream()
        .map(JettySolrRunner::getCoreContainer)
        .flatMap(node -> sessions(node.getDefaultHttpSolrClient()).stream())
        .toList();
  }

  private static List<String> sessions(Http2SolrClient solr) {
    return SESSIONS
        .matcher(SolrHttpClientAccess.of(solr).dump())
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }
}
