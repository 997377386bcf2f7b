package io.streambench.bench.transport;

import io.streambench.base.TextFormat;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.SolrHttpClientAccess;
import java.util.OptionalDouble;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * The settings that are really in effect on one Solr client, read back from its Jetty client. Over
 * HTTP/1.1 windows, buffer and frames are 0, and the strategy is empty or null.
 *
 * @param kind the strategy; null for one that is neither ours nor Jetty's
 * @param bufferRatio the part of a window that Jetty's own strategy keeps back; null for others
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
  /** Jetty's own. */
  private static final int JETTY_INPUT_BUFFER = 8 * 1024;

  /** Every receiver's, unless it asks for more (RFC 9113, 4.2). */
  private static final int SMALLEST_MAX_FRAME = 16 * 1024;

  /** Reads the settings back from a client. */
  static EffectiveSettings of(HttpClient http) {
    return SolrHttpClientAccess.http2Of(http)
        .map(http2 -> of(http, http2))
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

  private static EffectiveSettings of(HttpClient http, HTTP2Client http2) {
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
        ratio == null ? name : TextFormat.of("%s ratio %s", name, ratio),
        kind,
        ratio,
        http.getMaxConnectionsPerDestination());
  }

  /**
   * Those of the JDK's client. Over cleartext it sends POST requests over HTTP/1.1 until a GET has
   * upgraded the connection, and Solr's streams send none.
   */
  static EffectiveSettings ofJdk() {
    return new EffectiveSettings(
        HttpVersion.HTTP_1_1, 0, 0, 0, 0, "java.net.http", null, null, Integer.MAX_VALUE);
  }

  /** Returns whether with its strategy a stream that nobody reads takes no window from others. */
  public boolean keepsStreamsApart() {
    return kind != null && kind.keepsStreamsApart();
  }

  /** The part of a window that Jetty's own strategy keeps back; empty for any other strategy. */
  public OptionalDouble ratio() {
    return bufferRatio == null ? OptionalDouble.empty() : OptionalDouble.of(bufferRatio);
  }

  private String input() {
    return inputBufferSize == JETTY_INPUT_BUFFER && maxFrameSize == SMALLEST_MAX_FRAME
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
        input(),
        flowControl,
        connectionsPerDestination);
  }
}
