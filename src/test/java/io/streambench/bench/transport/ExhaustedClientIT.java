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

/** Hangs of a real Solr client that no window explains, and what its resources say of each. */
class ExhaustedClientIT {
  private static final int STREAMS_OF_STOCK_JETTY = 128;
  private static final int CONNECTIONS_OF_STOCK_SOLR = 4;
  private static final int PERMITS = 1_000;

  private static H2cServer server(int maxConcurrentStreams) throws Exception {
    H2cServer server = new H2cServer(new FlowControlMonitor(), 1 << 24, 1 << 23, 0);
    server.limitOpenStreams(maxConcurrentStreams);
    return server;
  }

  /**
   * Starts a thread that sends requests. One without a permit waits, and an interrupt does not end
   * that.
   */
  private static Thread ask(Http2SolrClient client, int requests) {
    Thread asking =
        new Thread(
            () -> {
              for (int i = 0; i < requests; i++) {
                var unused =
                    client.requestAsync(new QueryRequest(new ModifiableSolrParams()), "books");
              }
            },
            "asking");
    asking.setDaemon(true);
    asking.start();
    return asking;
  }

  /** Past Solr's permits. */
  private static void send(Http2SolrClient client, String url, int requests) {
    for (int i = 0; i < requests; i++) {
      SolrHttpClientAccess.of(client).newRequest(url).send(result -> {});
    }
  }

  /** Streams and queue are read one after the other: what is asked of both is awaited of both. */
  private static ClientResources await(Http2SolrClient client, Predicate<ClientResources> reached)
      throws Exception {
    AtomicReference<ClientResources> now = new AtomicReference<>();
    Until.isSo(
        () -> {
          now.set(
              new OwnClient(new SolrJettyClient(client), HttpClientKind.JETTY, new ServerTimings())
                  .resources());
          return reached.test(now.get());
        });
    return now.get();
  }

  /** The verdict on a reader of that client who has got nothing for long. */
  private static Verdict verdict(ClientResources left) {
    return new StallRule(Duration.ofSeconds(10))
        .judge(Duration.ofMinutes(1).toNanos(), List::of, () -> left)
        .orElseThrow();
  }

  private static Http2SolrClient clientOf(H2cServer server) {
    return new Http2SolrClient.Builder(server.unansweredUrl()).build();
  }

  /** Ends requests that never will by themselves, for which close() would wait. */
  private static void cut(Http2SolrClient client) throws Exception {
    SolrHttpClientAccess.of(client).stop();
  }

  @Test
  void streamSlotsRunOut512Of600RequestsBegin() throws Exception {
    try (H2cServer server = server(STREAMS_OF_STOCK_JETTY)) {
      Http2SolrClient client = clientOf(server);
      send(client, server.unansweredUrl(), 600);
      int slots = CONNECTIONS_OF_STOCK_SOLR * STREAMS_OF_STOCK_JETTY;
      ClientResources left =
          await(client, now -> now.openStreams() == slots && now.waitingRequests() == 600 - slots);
      assertThat(left.streamSlots()).isEqualTo(slots);
      assertThat(left.maxPermits()).isEqualTo(PERMITS);
      assertThat(verdict(left).cause()).contains(StallCause.STREAM_SLOTS);
      cut(client);
    }
  }

  /** As in a merge of more shards of one node than a program opens connections to it. */
  @Test
  void connectionsRunOutOverHttp1And64Of70RequestsBegin() throws Exception {
    try (H2cServer server = server(STREAMS_OF_STOCK_JETTY)) {
      String url = server.unansweredHttp1Url();
      Http2SolrClient client = new Http2SolrClient.Builder(url).useHttp1_1(true).build();
      send(client, url, 70);
      ClientResources left =
          await(client, now -> now.openStreams() == 64 && now.waitingRequests() == 6);
      assertThat(left.streamSlots()).isEqualTo(64);
      assertThat(verdict(left).finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(verdict(left).cause()).contains(StallCause.CONNECTIONS);
      cut(client);
    }
  }

  @Test
  void slotsAreThoseOfTheNodeForWhichRequestsWait() throws Exception {
    try (H2cServer full = server(2);
        H2cServer free = server(STREAMS_OF_STOCK_JETTY)) {
      Http2SolrClient client = clientOf(full);
      send(client, free.unansweredUrl(), 1);
      await(client, now -> now.openStreams() == 1);
      send(client, full.unansweredUrl(), 9);
      ClientResources left =
          await(client, now -> now.openStreams() == 8 && now.waitingRequests() == 1);
      assertThat(left.streamSlots()).isEqualTo(8);
      cut(client);
    }
  }

  @Test
  void permitsRunOutAndTheNextRequestWaitsForOneBeforeItIsSent() throws Exception {
    try (H2cServer server = server(PERMITS)) {
      Http2SolrClient client = clientOf(server);
      ask(client, 1).join();
      await(client, now -> now.openStreams() == 1); // the connection is there
      Thread asking = ask(client, PERMITS);
      Until.isSo(() -> waitsForAPermit(asking));
      ClientResources left = // one waits in the queue for its permit
          await(client, now -> now.freePermits() == 0 && now.waitingRequests() == 1);
      assertThat(left.openStreams()).isLessThanOrEqualTo(PERMITS);
      assertThat(left.streamSlots()).isGreaterThan(PERMITS);
      assertThat(verdict(left).cause()).contains(StallCause.REQUEST_PERMITS);
      cut(client);
    }
  }

  private static boolean waitsForAPermit(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().contains("AsyncTracker"));
  }
}
