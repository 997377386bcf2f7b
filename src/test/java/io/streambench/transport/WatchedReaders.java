package io.streambench.transport;

import io.streambench.cluster.ClusterPool;
import io.streambench.strategy.SolrsHttpClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/**
 * Measures what {@code streambench attach --watch} costs the JVM that it watches: a stock client
 * reads, and the calls in Jetty's methods lead to the watch or to nobody by turns, in pairs of
 * phases whose order changes from pair to pair. So nothing is compiled again in between, which
 * would disturb more than what is looked for. Prints as {@link PairedReaders} does.
 */
public final class WatchedReaders {
  private static final double NANOS = 1e9;

  /** Twelve of these do not use up a session's window, so that nothing stalls. */
  private static final int STREAM_WINDOW = 500_000;

  private WatchedReaders() {}

  /**
   * @param args shards, seconds of warm-up, pairs, seconds of a phase
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("watched-readers");
    double warmUpNanos = Double.parseDouble(args[1]) * NANOS;
    double phaseNanos = Double.parseDouble(args[3]) * NANOS;
    Http2SolrClient http2 = new Http2SolrClient.Builder().build();
    ((HttpClientTransportOverHTTP2) SolrsHttpClient.of(http2).getTransport())
        .getHTTP2Client()
        .setInitialStreamRecvWindow(STREAM_WINDOW);
    try (ClusterPool pool = ClusterPool.open(folder)) {
      PairedReaders readers =
          new PairedReaders(
              pool.ensure(PairedReaders.settings(Integer.parseInt(args[0])), line -> {}), 0);
      StreamContext client = PairedReaders.context(http2);
      readers.read(client, warmUpNanos / 2);
      Process watcher = watch(folder.resolve("evidence"));
      Field hook = Class.forName("io.streambench.agent.Bridge", true, null).getField("hook");
      Object watching = hook.get(null);
      readers.read(client, warmUpNanos / 2);
      PairedReaders.compare(
          "unwatched",
          () -> {
            hook.set(null, null);
            return readers.read(client, phaseNanos);
          },
          "watched",
          () -> {
            hook.set(null, watching);
            return readers.read(client, phaseNanos);
          },
          Integer.parseInt(args[2]));
      watcher.toHandle().destroy();
      System.out.print(new String(watcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static Process watch(Path evidence) throws IOException {
    Process watcher =
        new ProcessBuilder(
                "./streambench",
                "attach",
                "--watch",
                "--evidence",
                evidence.toString(),
                Long.toString(ProcessHandle.current().pid()))
            .redirectErrorStream(true)
            .start();
    BufferedReader lines = watcher.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.contains("watching")) {
      System.out.println(line);
      line = lines.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("the watcher has ended");
    }
    return watcher;
  }
}
