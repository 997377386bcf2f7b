package io.streambench.transport;

import io.streambench.cluster.ClusterPool;
import io.streambench.strategy.SolrsHttpClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/**
 * Measures what {@code streambench attach --watch} costs the JVM that it watches: a stock client
 * reads, and is watched and not watched by turns, in pairs of phases whose order changes from pair
 * to pair. After each turn it reads for a while unmeasured, since the JVM compiles Jetty's methods
 * again. Prints as {@link PairedReaders} does.
 */
public final class WatchedReaders {
  private static final double NANOS = 1e9;

  /** Twelve of these do not use up a session's window, so that nothing stalls. */
  private static final int STREAM_WINDOW = 500_000;

  private final PairedReaders readers;
  private final StreamContext client;
  private final double settleNanos;
  private final double phaseNanos;
  private Process watcher;

  private WatchedReaders(PairedReaders readers, StreamContext client, double[] seconds) {
    this.readers = readers;
    this.client = client;
    this.settleNanos = seconds[0] * NANOS;
    this.phaseNanos = seconds[1] * NANOS;
  }

  /**
   * @param args shards, seconds of warm-up, pairs, seconds of reading before each phase, seconds of
   *     a phase
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("watched-readers");
    Http2SolrClient http2 = new Http2SolrClient.Builder().build();
    ((HttpClientTransportOverHTTP2) SolrsHttpClient.of(http2).getTransport())
        .getHTTP2Client()
        .setInitialStreamRecvWindow(STREAM_WINDOW);
    try (ClusterPool pool = ClusterPool.open(folder)) {
      PairedReaders readers =
          new PairedReaders(
              pool.ensure(PairedReaders.settings(Integer.parseInt(args[0])), line -> {}), 0);
      WatchedReaders watched =
          new WatchedReaders(
              readers,
              PairedReaders.context(http2),
              new double[] {Double.parseDouble(args[3]), Double.parseDouble(args[4])});
      readers.read(watched.client, Double.parseDouble(args[1]) * NANOS);
      watched.watched(); // both ways once, for the compiler
      watched.unwatched();
      PairedReaders.compare(
          "unwatched", watched::unwatched, "watched", watched::watched, Integer.parseInt(args[2]));
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private double unwatched() throws Exception {
    if (watcher != null) {
      watcher.toHandle().destroy();
      watcher.getInputStream().readAllBytes();
      watcher.waitFor();
      watcher = null;
    }
    return phase();
  }

  private double watched() throws Exception {
    if (watcher == null) {
      Path evidence = Files.createTempDirectory("watched-readers").resolve("evidence");
      watcher =
          new ProcessBuilder(
                  "./streambench",
                  "attach",
                  "--watch",
                  "--evidence",
                  evidence.toString(),
                  Long.toString(ProcessHandle.current().pid()))
              .redirectErrorStream(true)
              .start();
      await("watching");
    }
    return phase();
  }

  private void await(String text) throws IOException {
    BufferedReader lines = watcher.inputReader();
    String line = lines.readLine();
    while (line != null && !line.contains(text)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the watcher has ended");
    }
  }

  private double phase() throws IOException {
    readers.read(client, settleNanos);
    return readers.read(client, phaseNanos);
  }
}
