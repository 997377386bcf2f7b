package io.streambench.bench.transport;

import io.streambench.base.TextFormat;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.SolrHttpClientAccess;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * The effective settings of a Solr client, as read back from Jetty. Over HTTP/1.1, windows, buffer
 * and frame size are 0, and {@code kind} and {@code bufferRatio} are null.
 *
 * @param kind the kind of strategy; null if it is neither this project's nor Jetty's
 * @param bufferRatio the fraction of a window that must be consumed before Jetty's own strategy
 *     gives credit; null for other strategies
 */
public record EffectiveSettings(
    HttpVersion protocol,
    int streamWindow,
    int sessionWindow,
    int inputBufferSize,
    int maxFrameSize,
    String flowControl,
    FlowControlKind kind,
    Double bufferRatio,
    int connectionsPerDestination) {
  /** Jetty's default input buffer size, from {@code HttpClient.getResponseBufferSize()}. */
  private static final int JETTY_INPUT_BUFFER_BYTES = 16 * 1024;

  /** The lowest value that a receiver may announce as its maximum frame size (RFC 9113, 6.5.2). */
  private static final int MIN_MAX_FRAME_BYTES = 16 * 1024;

  static EffectiveSettings of(HttpClient http) {
    return SolrHttpClientAccess.http2Of(http)
        .map(http2 -> of(http, http2))
        .orElseGet(() -> ofHttp1("", http.getMaxConnectionsPerDestination()));
  }

  private static EffectiveSettings ofHttp1(String client, int connections) {
    return new EffectiveSettings(HttpVersion.HTTP_1_1, 0, 0, 0, 0, client, null, null, connections);
  }

  private static EffectiveSettings of(HttpClient http, HTTP2Client http2) {
    FlowControlStrategy strategy =
        FlowControlMonitor.unwrap(http2.getFlowControlStrategyFactory()).newFlowControlStrategy();
    int sessionWindow = http2.getInitialSessionRecvWindow();
    FlowControlKind kind = ClientStrategies.kindOf(strategy, sessionWindow).orElse(null);
    String name =
        kind != null && kind.isolatesStreams()
            ? kind.toString()
            : strategy.getClass().getSimpleName();
    // Converts a float through its text, so that 0.7 stays 0.7.
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
        ratio == null ? name : TextFormat.of("%s ratio %s", name, ratio),
        kind,
        ratio,
        http.getMaxConnectionsPerDestination());
  }

  /**
   * Returns the settings of the JDK's client. Without TLS, the JDK's client uses HTTP/1.1 for POST
   * requests, and so for Solr's streams.
   */
  static EffectiveSettings ofJdk() {
    return ofHttp1("java.net.http", Integer.MAX_VALUE);
  }

  /** Returns whether the strategy prevents an unread stream from blocking other streams. */
  public boolean isolatesStreams() {
    return kind != null && kind.isolatesStreams();
  }

  private String describeInput() {
    return inputBufferSize == JETTY_INPUT_BUFFER_BYTES && maxFrameSize == MIN_MAX_FRAME_BYTES
        ? ""
        : TextFormat.of(
            ", input buffer %s, frames up to %s",
            TextFormat.bytes(inputBufferSize), TextFormat.bytes(maxFrameSize));
  }

  public String describe() {
    if (connectionsPerDestination == Integer.MAX_VALUE) {
      return TextFormat.of("%s, %s, without a limit of connections", protocol, flowControl);
    }
    if (protocol == HttpVersion.HTTP_1_1) {
      return TextFormat.of("%s, up to %d connections a node", protocol, connectionsPerDestination);
    }
    return TextFormat.of(
        "%s, stream window %s, session window %s%s, %s, up to %d connections a node",
        protocol,
        TextFormat.bytes(streamWindow),
        TextFormat.bytes(sessionWindow),
        describeInput(),
        flowControl,
        connectionsPerDestination);
  }
}
