package io.streambench.transport;

import io.streambench.config.ConnectionSettings;
import io.streambench.config.FlowControlKind;
import io.streambench.config.HttpVersion;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.strategy.SolrsHttpClient;
import java.util.Optional;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

record JettyClient(HttpClient http) {
  Optional<HTTP2Client> http2() {
    return SolrsHttpClient.http2(http);
  }

  /** Limits connections, and over HTTP/2 the streams on them, before the first is opened. */
  void limit(ConnectionSettings settings) {
    settings.perDestination().ifPresent(http::setMaxConnectionsPerDestination);
    if (http2().isPresent() && settings.streamsPerConnection().isPresent()) {
      int streams = settings.streamsPerConnection().getAsInt();
      http.getTransport()
          .setConnectionPoolFactory(
              destination ->
                  new SparseConnectionPool(
                      destination, http.getMaxConnectionsPerDestination(), streams));
    }
  }

  int openConnections() {
    return http.getContainedBeans(AbstractConnectionPool.class).stream()
        .mapToInt(AbstractConnectionPool::getConnectionCount)
        .sum();
  }

  EffectiveSettings effective() {
    return http2()
        .map(this::effective)
        .orElseGet(
            () ->
                new EffectiveSettings(
                    HttpVersion.HTTP_1_1,
                    0,
                    0,
                    0,
                    0,
                    "",
                    null,
                    null,
                    http.getMaxConnectionsPerDestination()));
  }

  private EffectiveSettings effective(HTTP2Client http2) {
    FlowControlStrategy strategy =
        FlowControlMonitor.unobserved(http2.getFlowControlStrategyFactory())
            .newFlowControlStrategy();
    int sessionWindow = http2.getInitialSessionRecvWindow();
    FlowControlKind kind = ClientStrategies.kindOf(strategy, sessionWindow).orElse(null);
    String name =
        kind != null && kind.keepsStreamsApart()
            ? kind.toString()
            : strategy.getClass().getSimpleName();
    // Of a float: 0.7 is to stay that.
    Double ratio =
        strategy instanceof BufferingFlowControlStrategy buffering
            ? Double.valueOf(Float.toString(buffering.getBufferRatio()))
            : null;
    return new EffectiveSettings(
        HttpVersion.HTTP_2,
        http2.getInitialStreamRecvWindow(),
        sessionWindow,
        http2.getInputBufferSize(),
        http2.getMaxFrameSize(),
        ratio == null ? name : Text.of("%s ratio %s", name, ratio),
        kind,
        ratio,
        http.getMaxConnectionsPerDestination());
  }
}
