package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.Verdict;
import io.streambench.program.Until;
import io.streambench.strategy.SolrHttpClientAccess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.Test;

/**
 * Tests hangs of a real Solr client whose cause is not a window, and the client's resources in each
 * hang.
 */
class ExhaustedClientIT {
  private static final int STREAMS_OF_STOCK_JETTY = 128;
  private static final int CONNECTIONS_OF_STOCK_SOLR = 4;
  private static final int PERMITS = 1_000;

  private static H2cServer createServer(int maxConcurrentStreams) throws Exception {
    H2cServer server = new H2cServer(new FlowControlMonitor(), 1 << 24, 1 << 23, 0);
    server.limitOpenStreams(maxConcurrentStreams);
    return server;
  }

  /**
   * Starts a thread that sends requests. A request without a permit waits, and an interrupt does
   * not end this wait.
   */
  private static Thread startRequests(Http2SolrClient client, int requests) {
    Thread requestThread =
        new Thread(
            () -> {
              for (int i = 0; i < requests; i++) {
                var unused =
                    client.requestAsync(new QueryRequest(new ModifiableSolrParams()), "books");
              }
            },
            "asking");
    requestThread.setDaemon(true);
    requestThread.start();
    return requestThread;
  }

  /** Sends requests that bypass Solr's permits. */
  private static void sendWithoutPermits(Http2SolrClient client, String url, int requests) {
    for (int i = 0; i < requests; i++) {
      SolrHttpClientAccess.of(client).newRequest(url).send(result -> {});
    }
  }

  /**
   * Waits until the resources reach a state. Streams and queue are read one after another,
   * therefore the condition must cover both.
   */
  private static ClientResources awaitResources(
      Http2SolrClient client, Predicate<ClientResources> condition) throws Exception {
    AtomicReference<ClientResources> now = new AtomicReference<>();
    Until.isTrue(
        () -> {
          now.set(
              new OwnClient(new SolrJettyClient(client), HttpClientKind.JETTY, new ServerTimings())
                  .resources());
          return condition.test(now.get());
        });
    return now.get();
  }

  /** Returns the verdict on a reader of this client that has received nothing for a long time. */
  private static Verdict verdict(ClientResources resources) {
    return new StallRule(Duration.ofSeconds(10))
        .judge(Duration.ofMinutes(1).toNanos(), List::of, () -> resources)
        .orElseThrow();
  }

  private static Http2SolrClient createClient(H2cServer server) {
    return new Http2SolrClient.Builder(server.unansweredUrl()).build();
  }

  /**
   * Stops the client. Some requests never end by themselves, and {@code close()} would wait for
   * them.
   */
  private static void stop(Http2SolrClient client) throws Exception {
    SolrHttpClientAccess.of(client).stop();
  }

  @Test
  void reportsExhaustedStreamSlots() throws Exception {
    try (H2cServer server = createServer(STREAMS_OF_STOCK_JETTY)) {
      Http2SolrClient client = createClient(server);
      sendWithoutPermits(client, server.unansweredUrl(), 600);
      int slots = CONNECTIONS_OF_STOCK_SOLR * STREAMS_OF_STOCK_JETTY;
      ClientResources left =
          awaitResources(
              client, now -> now.openStreams() == slots && now.waitingRequests() == 600 - slots);
      assertThat(left.streamSlots()).isEqualTo(slots);
      assertThat(left.maxPermits()).isEqualTo(PERMITS);
      assertThat(verdict(left).cause()).contains(StallCause.STREAM_SLOTS);
      stop(client);
    }
  }

  /** A merge of many shards on one node can need more connections than the client opens. */
  @Test
  void reportsExhaustedConnectionsOverHttp1() throws Exception {
    try (H2cServer server = createServer(STREAMS_OF_STOCK_JETTY)) {
      String url = server.unansweredHttp1Url();
      Http2SolrClient client = new Http2SolrClient.Builder(url).useHttp1_1(true).build();
      sendWithoutPermits(client, url, 70);
      ClientResources left =
          awaitResources(client, now -> now.openStreams() == 64 && now.waitingRequests() == 6);
      assertThat(left.streamSlots()).isEqualTo(64);
      assertThat(verdict(left).finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(verdict(left).cause()).contains(StallCause.CONNECTIONS);
      stop(client);
    }
  }

  @Test
  void countsSlotsOfNodeThatRequestsWaitFor() throws Exception {
    try (H2cServer full = createServer(2);
        H2cServer free = createServer(STREAMS_OF_STOCK_JETTY)) {
      Http2SolrClient client = createClient(full);
      sendWithoutPermits(client, free.unansweredUrl(), 1);
      awaitResources(client, now -> now.openStreams() == 1);
      sendWithoutPermits(client, full.unansweredUrl(), 9);
      ClientResources left =
          awaitResources(client, now -> now.openStreams() == 8 && now.waitingRequests() == 1);
      assertThat(left.streamSlots()).isEqualTo(8);
      stop(client);
    }
  }

  @Test
  void reportsExhaustedPermits() throws Exception {
    try (H2cServer server = createServer(PERMITS)) {
      Http2SolrClient client = createClient(server);
      startRequests(client, 1).join();
      awaitResources(client, now -> now.openStreams() == 1); // the connection is open
      Thread requestThread = startRequests(client, PERMITS);
      Until.isTrue(() -> waitsForPermit(requestThread));
      ClientResources left = // one request waits in the queue for its permit
          awaitResources(client, now -> now.freePermits() == 0 && now.waitingRequests() == 1);
      assertThat(left.openStreams()).isLessThanOrEqualTo(PERMITS);
      assertThat(left.streamSlots()).isGreaterThan(PERMITS);
      assertThat(verdict(left).cause()).contains(StallCause.REQUEST_PERMITS);
      stop(client);
    }
  }

  private static boolean waitsForPermit(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().contains("AsyncTracker"));
  }
}
