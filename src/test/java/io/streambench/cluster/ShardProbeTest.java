package io.streambench.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asked is a server that answers whatever it is told to. */
@Timeout(30)
class ShardProbeTest {
  private static final String ANSWER =
      "{\"response\":{\"numFound\":5000000000,\"start\":0,\"docs\":[]}}";
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final AtomicReference<String> asked = new AtomicReference<>();
  private HttpServer server;
  private Http2SolrClient client;
  private volatile int status = 200;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          asked.set(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI().getPath()
                  + " "
                  + URLDecoder.decode(form, StandardCharsets.UTF_8));
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, ANSWER.length());
          exchange.getResponseBody().write(ANSWER.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    client =
        new Http2SolrClient.Builder()
            .useHttp1_1(true)
            .withIdleTimeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private ShardProbe probe() {
    return new ShardProbe(client, "id,title", LIMIT);
  }

  private Replica here() {
    return replica(server.getAddress().getPort());
  }

  private static Replica replica(int port) {
    return new Replica(
        "r1",
        "127.0.0.1:" + port + "_solr",
        "books",
        "shard1",
        "books_r1",
        Replica.State.ACTIVE,
        Replica.Type.NRT,
        Map.of("base_url", "http://127.0.0.1:" + port + "/solr"));
  }

  @Test
  void asksForDocumentsAsAStreamDoes() throws Exception {
    assertThat(probe().bytes(here(), 7, "desc")).isEqualTo(ANSWER.length());
    assertThat(asked.get())
        .startsWith("POST /solr/books_r1/select ")
        .contains("q=*:*", "fl=id,title", "sort=_docid_ desc", "rows=7", "distrib=false", "wt=json")
        .doesNotContain("indent");
  }

  @Test
  void countsWithoutReadingAny() throws Exception {
    assertThat(probe().count(here()))
        .isEqualTo(new ShardProbe.Empty(5_000_000_000L, ANSWER.length()));
    assertThat(asked.get()).contains("rows=0");
  }

  @Test
  void aNodeThatAnswersWithAnErrorOrNotAtAllIsALineAndARefusalIsLeftToTheCaller() {
    assertThatThrownBy(() -> probe().count(replica(1))).isInstanceOf(ClusterException.class);
    status = 500;
    assertThatThrownBy(() -> probe().count(here())).isInstanceOf(ClusterException.class);
    status = 403;
    assertThatThrownBy(() -> probe().count(here())).isInstanceOf(SolrException.class);
  }
}
