package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.StockCluster;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.transport.StallEnding.Ending;
import io.streambench.bench.transport.StallEnding.Merge;
import io.streambench.program.Until;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The ending of a stall in which nothing of this project takes part. The node's idle timeout is
 * shorter than Solr's.
 */
@Tag("slow")
class StallEndingIT {
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** For a query that hangs: the idle timeout ends all others. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int ATTEMPTS = 5;
  private static final int DOCUMENTS = 4_000;

  private static StockCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = StockCluster.start(1, DOCUMENTS, DocumentPlacement.RUNS, IDLE);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static Ending firstThatIsNotRead(StallEnding endings) throws InterruptedException {
    Ending ending = endings.query(PATIENCE);
    for (int query = 2; ending.ended() && ending.failure().isEmpty() && query <= 20; query++) {
      ending = endings.query(PATIENCE);
    }
    return ending;
  }

  private static void assertThatTheIdleTimeoutEnded(Ending ending) {
    assertThat(ending.ended()).isTrue();
    assertThat(ending.failure()).isPresent();
    assertThat(ending.silence()).isGreaterThan(IDLE.dividedBy(2));
  }

  /** The sessions have no window and no stream: nothing will give them credit any more. */
  private static boolean windowIsGone(List<String> sessions) {
    return sessions.stream()
        .anyMatch(session -> session.contains("recvWindow=0,state=[streams=0,"));
  }

  /** A connection without a request ends with the idle timeout, too. */
  private static void awaitNoSessions(StallEnding endings) throws Exception {
    Until.isSo(() -> endings.sessions().isEmpty());
  }

  /** Mostly: now and then the reader that gives up reads what is there, and the window is back. */
  @Test
  void theNodesIdleTimeoutEndsItAndTheClientIsOfNoUseUntilItsConnectionIs() throws Exception {
    boolean gone = false;
    for (int attempt = 1; !gone && attempt <= ATTEMPTS; attempt++) {
      try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
        StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
        Ending stalled = firstThatIsNotRead(endings);
        assertThatTheIdleTimeoutEnded(stalled);
        assertThat(stalled.failure().orElseThrow())
            .hasMessageContaining("An exception has occurred on the server")
            .hasRootCauseMessage("cancel_stream_error");
        gone = windowIsGone(endings.sessions());
        if (gone) {
          Ending next = endings.query(PATIENCE);
          gone = next.failure().isPresent(); // or the connection had ended before it was sent
          if (gone) {
            assertThatTheIdleTimeoutEnded(next);
            assertThat(next.tuples()).isZero();
          }
          awaitNoSessions(endings);
          assertThat(endings.query(PATIENCE).tuples()).isPositive();
        }
      }
    }
    assertThat(gone).as("a client without a window after its stall").isTrue();
  }

  @Test
  void anotherClientReadsWhileTheFirstIsOfNoUse() throws Exception {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build();
        Http2SolrClient http1 = new Http2SolrClient.Builder().useHttp1_1(true).build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
      assertThatTheIdleTimeoutEnded(firstThatIsNotRead(endings));
      Ending other = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, http1).query(PATIENCE);
      assertThat(other.failure()).isEmpty();
      assertThat(other.tuples()).isEqualTo(DOCUMENTS);
    }
  }

  @Test
  void aTotalTimeoutThatIsShorterEndsItFirst() throws Exception {
    try (Http2SolrClient client =
        new Http2SolrClient.Builder().withRequestTimeout(3, TimeUnit.SECONDS).build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
      Ending stalled = firstThatIsNotRead(endings);
      assertThat(stalled.ended()).isTrue();
      assertThat(stalled.failure().orElseThrow())
          .rootCause()
          .hasMessageContaining("Total timeout 3000 ms elapsed");
    }
  }

  /** Last of all, since it leaves the node's own client without a window. */
  @Test
  void aNodeThatMergesIsLeftInTheSameState() throws Exception {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.NODE, client);
      boolean gone = false;
      for (int attempt = 1; !gone && attempt <= ATTEMPTS; attempt++) {
        assertThatTheIdleTimeoutEnded(firstThatIsNotRead(endings));
        gone = windowIsGone(endings.sessions());
      }
      assertThat(gone).as("a node without a window after its stall").isTrue();
    }
  }
}
