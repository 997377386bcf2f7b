package io.streambench.transport;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.SolrsHttpClient;
import io.streambench.strategy.StrategySettings;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;

/**
 * A Solr client with session credit on receipt that opens answers, leaves them unread for a while
 * and then reads them. A program of its own, since direct memory is limited by the JVM.
 */
final class DirectMemoryClient {
  private static final long SILENCE_MILLIS = 4_000;
  private static final long PATIENCE_MILLIS = 10_000;

  private DirectMemoryClient() {}

  /**
   * Prints what is left of the client's resources once no more memory is taken, what a reader that
   * waits then is told, and how many of the answers were read to their end.
   *
   * @param args address of an answer; how many of it
   */
  public static void main(String[] args) throws Exception {
    Http2SolrClient solr = new Http2SolrClient.Builder().build();
    HttpClient client = SolrsHttpClient.of(solr);
    SolrsHttpClient.http2(client)
        .orElseThrow()
        .setFlowControlStrategyFactory(
            new StrategySettings(
                    FlowControlKind.ON_RECEIPT,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalDouble.empty(),
                    OptionalLong.empty())
                .strategies(null));
    List<InputStreamResponseListener> answers = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      InputStreamResponseListener answer = new InputStreamResponseListener();
      client.newRequest(args[0]).send(answer);
      answers.add(answer);
    }
    ClientResources resources = settled(solr);
    System.out.println("direct " + resources.directBytes() + " " + resources.directLimit());
    StallRule rule = new StallRule(Duration.ofMillis(SILENCE_MILLIS));
    rule.judge(rule.stallTimeout().toNanos(), List::of, () -> resources)
        .flatMap(Verdict::cause)
        .ifPresent(cause -> System.out.println("cause " + cause));
    AtomicInteger whole = new AtomicInteger();
    List<Thread> readers = new ArrayList<>();
    for (InputStreamResponseListener answer : answers) {
      Thread reader = new Thread(() -> read(answer, whole));
      reader.setDaemon(true);
      reader.start();
      readers.add(reader);
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    for (Thread reader : readers) { // all together: those that hang would add up
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      reader.join(Math.max(1, left));
    }
    long hanging = readers.stream().filter(Thread::isAlive).count();
    System.out.println("read " + whole.get() + " hang " + hanging);
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void read(InputStreamResponseListener answer, AtomicInteger whole) {
    try {
      answer.get(1, TimeUnit.MINUTES);
      try (InputStream in = answer.getInputStream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      whole.incrementAndGet();
    } catch (Exception e) {
      System.out.println("failed " + e);
    }
  }

  /** Looks until the memory stands still: of buffers that cannot be had nothing tells. */
  private static ClientResources settled(Http2SolrClient solr) throws InterruptedException {
    ClientResources before = ResourceGauge.of(solr);
    while (true) {
      Thread.sleep(SILENCE_MILLIS);
      ClientResources now = ResourceGauge.of(solr);
      if (now.directBytes() == before.directBytes()) {
        return now;
      }
      before = now;
    }
  }
}
