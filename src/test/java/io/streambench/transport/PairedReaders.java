package io.streambench.transport;

import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.ReadyCluster;
import io.streambench.config.Distance;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import io.streambench.strategy.SolrsHttpClient;
import io.streambench.strategy.StallFreeClientFactory;
import io.streambench.transport.relay.RelayedAddresses;
import io.streambench.transport.relay.Relays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Compares the repair with HTTP/1.1 within one warm JVM: two clients read the same collection by
 * turns, in pairs of phases whose order changes from pair to pair. What disturbs the machine for
 * longer than a phase disturbs both, which forks of a noisy machine cannot say of themselves.
 * Prints the ratio of each pair, and their geometric mean with its 95 % interval (Student's, over
 * the logarithms of the pairs; their lag-1 autocorrelation tells whether pairs are independent). It
 * is of one JVM: run it several times.
 */
public final class PairedReaders {
  private static final int DOCUMENTS = 4_000;
  private static final int TEXT_FIELDS = 25;
  private static final double NANOS = 1e9;

  private final ReadyCluster cluster;
  private final double phaseNanos;

  PairedReaders(ReadyCluster cluster, double phaseNanos) {
    this.cluster = cluster;
    this.phaseNanos = phaseNanos;
  }

  /**
   * @param args shards, round trip in ms, seconds of warm-up of each, pairs, seconds of a phase
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("paired-readers");
    int shards = Integer.parseInt(args[0]);
    double warmUp = Double.parseDouble(args[2]);
    Http2SolrClient http1 = new Http2SolrClient.Builder().useHttp1_1(true).build();
    System.setProperty("solr.httpclient.builder.factory", StallFreeClientFactory.class.getName());
    Http2SolrClient http2 = new Http2SolrClient.Builder().build();
    System.clearProperty("solr.httpclient.builder.factory");
    try (ClusterPool pool = ClusterPool.open(folder);
        Relays relays = new Relays(Distance.ofMillis(Double.parseDouble(args[1])))) {
      ReadyCluster cluster = pool.ensure(settings(shards), line -> {});
      if (!args[1].equals("0")) {
        RelayedAddresses.install(SolrsHttpClient.of(http1), relays);
        RelayedAddresses.install(SolrsHttpClient.of(http2), relays);
      }
      PairedReaders readers = new PairedReaders(cluster, Double.parseDouble(args[4]) * NANOS);
      StreamContext one = context(http1);
      StreamContext two = context(http2);
      for (int i = 0; i < 4; i++) { // by turns here, too: the compiler sees both
        readers.read(one, warmUp * NANOS / 4);
        readers.read(two, warmUp * NANOS / 4);
      }
      readers.compare(one, two, Integer.parseInt(args[3]));
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  static StreamContext context(Http2SolrClient client) {
    StreamContext context = new StreamContext();
    context.setSolrClientCache(new SolrClientCache(client));
    return context;
  }

  static StreamingSettings settings(int shards) {
    return StreamingSettings.of(
        Parameters.with(
            "cluster", "process",
            "nodeCount", "2",
            "numReplicas", "1",
            "numShards", Integer.toString(shards),
            "docCount", Integer.toString(DOCUMENTS),
            "docSizeBytes", "10024",
            "numTextFields", Integer.toString(TEXT_FIELDS),
            "indexThreads", "14"),
        Map.of("streambench.clusterHeap", "2g"));
  }

  /** One of two that are compared. */
  interface Side {
    /** Operations a second of one phase. */
    double phase() throws Exception;
  }

  private void compare(StreamContext http1, StreamContext http2, int pairs) throws Exception {
    compare("http1", () -> read(http1, phaseNanos), "http2", () -> read(http2, phaseNanos), pairs);
  }

  /** Compares two sides by turns; prints each pair, and what the other is of the one. */
  static void compare(String name, Side one, String otherName, Side other, int pairs)
      throws Exception {
    double[] logs = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      boolean oneFirst = i % 2 == 0;
      double first = (oneFirst ? one : other).phase();
      double second = (oneFirst ? other : one).phase();
      double ratio = oneFirst ? second / first : first / second;
      logs[i] = Math.log(ratio);
      System.out.printf(
          Locale.ROOT,
          "pair %d: %s %.2f, %s %.2f ops/s, ratio %.3f%n",
          i + 1,
          name,
          oneFirst ? first : second,
          otherName,
          oneFirst ? second : first,
          ratio);
    }
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
    double lagged =
        IntStream.range(1, pairs).mapToDouble(i -> (logs[i] - mean) * (logs[i - 1] - mean)).sum();
    double half =
        Math.sqrt(squares / (pairs - 1) / pairs)
            * TDistribution.of(pairs - 1).inverseCumulativeProbability(0.975);
    System.out.printf(
        Locale.ROOT,
        "RATIO %.3f [%.3f, %.3f], %d pairs, lag-1 autocorrelation %.2f%n",
        Math.exp(mean),
        Math.exp(mean - half),
        Math.exp(mean + half),
        pairs,
        lagged / squares);
  }

  /** Reads for so long, to the end of what was begun; returns operations a second. */
  double read(StreamContext context, double nanos) throws IOException {
    long begin = System.nanoTime();
    int operations = 0;
    while (System.nanoTime() - begin < nanos) {
      readWhole(context);
      operations++;
    }
    return operations * NANOS / (System.nanoTime() - begin);
  }

  private void readWhole(StreamContext context) throws IOException {
    ModifiableSolrParams query = new ModifiableSolrParams();
    String fields =
        IntStream.rangeClosed(1, TEXT_FIELDS)
            .mapToObj(i -> "text" + i + "_ts")
            .collect(Collectors.joining(","));
    Map.of("q", "*:*", "fl", "id," + fields, "sort", "id asc", "rows", "" + DOCUMENTS)
        .forEach(query::set);
    try (CloudSolrStream stream =
        new CloudSolrStream(cluster.zkHost(), cluster.collection(), query)) {
      stream.setStreamContext(context);
      stream.open();
      int read = 0;
      String last = "";
      for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
        String id = tuple.getString("id");
        if (id.compareTo(last) <= 0) {
          throw new IllegalStateException(id + " after " + last);
        }
        last = id;
        read++;
      }
      if (read != DOCUMENTS) {
        throw new IllegalStateException(read + " documents");
      }
    }
  }
}
