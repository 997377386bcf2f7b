package io.streambench.bench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.Distance;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.ContentResponse;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests Jetty's clients of both protocols with a server that speaks both. */
class RelaysTest {
  private static final double RTT_MILLIS = 30;
  private static final long RTT_NANOS = 30_000_000;

  private final Relays relays = new Relays(new Distance(RTT_MILLIS, 0));
  private final Server server = new Server();
  private final HttpConfiguration http = new HttpConfiguration();
  private final ServerConnector connector =
      new ServerConnector(
          server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));

  private enum Protocol {
    HTTP_1_1(HttpClient::new),
    HTTP_2(() -> new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client())));

    private final Supplier<HttpClient> client;

    Protocol(Supplier<HttpClient> client) {
      this.client = client;
    }
  }

  /** Responds with the port and the protocol that the client used. */
  private static final class RequestEcho extends AbstractHandler {
    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      response.setHeader("Told", request.getServerPort() + " " + request.getProtocol());
    }
  }

  @BeforeEach
  void startServer() throws Exception {
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new RequestEcho());
    server.start();
  }

  @AfterEach
  void stopServer() throws Exception {
    relays.close();
    server.stop();
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1_1, true", "HTTP_1_1, false", "HTTP_2, true", "HTTP_2, false"})
  void clientUsesRelayAndKeepsUrls(Protocol protocol, boolean isStarted) throws Exception {
    HttpClient client = protocol.client.get();
    if (isStarted) {
      client.start();
    } else {
      client.setSocketAddressResolver(new SocketAddressResolver.Sync());
    }
    relays.install(client);
    client.start();
    try {
      long beginNanos = System.nanoTime();
      ContentResponse response = client.GET("http://127.0.0.1:" + connector.getLocalPort());
      assertThat(System.nanoTime() - beginNanos).isGreaterThanOrEqualTo(RTT_NANOS);
      assertThat(response.getHeaders().get("Told"))
          .isEqualTo(
              connector.getLocalPort() + (protocol == Protocol.HTTP_2 ? " HTTP/2.0" : " HTTP/1.1"));
    } finally {
      client.stop();
    }
  }

  @Test
  void reusesRelayOfTargetUntilClosed() {
    InetSocketAddress one = new InetSocketAddress("127.0.0.1", 1);
    InetSocketAddress other = new InetSocketAddress("127.0.0.1", 2);
    assertThat(relays.relayFor(one))
        .isEqualTo(relays.relayFor(one))
        .isNotEqualTo(one)
        .isNotEqualTo(relays.relayFor(other));
    assertThat(relays.relayFor(one).getAddress().isLoopbackAddress()).isTrue();
    relays.close();
    assertThat(relays.relayFor(one)).isEqualTo(one);
  }
}
