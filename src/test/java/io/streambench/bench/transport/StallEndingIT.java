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

/** Tests how a stall ends without this project. The node's idle timeout is shorter than Solr's. */
@Tag("slow")
class StallEndingIT {
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);

  /** The timeout for a query that hangs; the idle timeout ends all others. */
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static final int ATTEMPTS = 5;
  private static final int DOCUMENTS = 4_000;

  private static StockCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = StockCluster.start(1, DOCUMENTS, DocumentPlacement.RUNS, IDLE_TIMEOUT);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private static Ending firstIncompleteQuery(StallEnding endings) throws InterruptedException {
    Ending ending = endings.query(TIMEOUT);
    for (int query = 2; ending.ended() && ending.failure().isEmpty() && query <= 20; query++) {
      ending = endings.query(TIMEOUT);
    }
    return ending;
  }

  private static void assertEndedByIdleTimeout(Ending ending) {
    assertThat(ending.ended()).isTrue();
    assertThat(ending.failure()).isPresent();
    assertThat(ending.silence()).isGreaterThan(IDLE_TIMEOUT.dividedBy(2));
  }

  /**
   * Returns whether a session has no receive window and no stream. Such a session never gets credit
   * again.
   */
  private static boolean hasLostWindow(List<String> sessions) {
    return sessions.stream()
        .anyMatch(session -> session.contains("recvWindow=0,state=[streams=0,"));
  }

  /** Waits until no session is left. The idle timeout also ends connections without requests. */
  private static void awaitNoSessions(StallEnding endings) throws Exception {
    Until.isTrue(() -> endings.sessions().isEmpty());
  }

  /**
   * Tries several times: sometimes the failing reader consumes its remaining data, which restores
   * the window.
   */
  @Test
  void clientIsUnusableUntilConnectionEnds() throws Exception {
    boolean isWindowLost = false;
    for (int attempt = 1; !isWindowLost && attempt <= ATTEMPTS; attempt++) {
      try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
        StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
        Ending stalled = firstIncompleteQuery(endings);
        assertEndedByIdleTimeout(stalled);
        assertThat(stalled.failure().orElseThrow())
            .hasMessageContaining("An exception has occurred on the server")
            .hasRootCauseMessage("cancel_stream_error");
        isWindowLost = hasLostWindow(endings.sessions());
        if (isWindowLost) {
          Ending next = endings.query(TIMEOUT);
          isWindowLost = next.failure().isPresent(); // or the connection had ended
          if (isWindowLost) {
            assertEndedByIdleTimeout(next);
            assertThat(next.tuples()).isZero();
          }
          awaitNoSessions(endings);
          assertThat(endings.query(TIMEOUT).tuples()).isPositive();
        }
      }
    }
    assertThat(isWindowLost).as("a client without a window after its stall").isTrue();
  }

  @Test
  void otherClientReadsWhileFirstIsUnusable() throws Exception {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build();
        Http2SolrClient http1 = new Http2SolrClient.Builder().useHttp1_1(true).build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
      assertEndedByIdleTimeout(firstIncompleteQuery(endings));
      Ending other = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, http1).query(TIMEOUT);
      assertThat(other.failure()).isEmpty();
      assertThat(other.tuples()).isEqualTo(DOCUMENTS);
    }
  }

  @Test
  void shorterTotalTimeoutEndsQueryFirst() throws Exception {
    try (Http2SolrClient client =
        new Http2SolrClient.Builder().withRequestTimeout(3, TimeUnit.SECONDS).build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.CLIENT, client);
      Ending stalled = firstIncompleteQuery(endings);
      assertThat(stalled.ended()).isTrue();
      assertThat(stalled.failure().orElseThrow())
          .rootCause()
          .hasMessageContaining("Total timeout 3000 ms elapsed");
    }
  }

  /**
   * This test leaves the node's own client without a window. Therefore it must run last; JUnit
   * orders tests by the hash codes of their names.
   */
  @Test
  void mergingNodeIsLeftWithoutWindow() throws Exception {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      StallEnding endings = new StallEnding(cluster, DOCUMENTS, Merge.NODE, client);
      boolean isWindowLost = false;
      for (int attempt = 1; !isWindowLost && attempt <= ATTEMPTS; attempt++) {
        assertEndedByIdleTimeout(firstIncompleteQuery(endings));
        isWindowLost = hasLostWindow(endings.sessions());
      }
      assertThat(isWindowLost).as("a node without a window after its stall").isTrue();
    }
  }
}
