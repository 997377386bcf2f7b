package io.streambench.transport;

import io.streambench.config.HttpVersion;
import io.streambench.config.Text;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is really in effect on one Solr client, read back from its Jetty client.
 *
 * @param protocol what it speaks
 * @param streamWindow initial stream receive window in bytes; 0 over HTTP/1.1, which has none
 * @param sessionWindow initial session receive window in bytes; 0 over HTTP/1.1
 * @param flowControl the flow-control strategy, as it describes itself; empty over HTTP/1.1
 * @param connectionsPerDestination the most connections to one node
 */
public record EffectiveSettings(
    HttpVersion protocol,
    int streamWindow,
    int sessionWindow,
    String flowControl,
    int connectionsPerDestination) {

  /** Of Jetty's own strategy, as {@link #flowControl} has it. */
  private static final Pattern BUFFERING =
      Pattern.compile("BufferingFlowControlStrategy ratio ([0-9.E-]+)");

  /** The part of a window that Jetty's own strategy keeps back; empty for any other strategy. */
  public OptionalDouble bufferRatio() {
    Matcher jettys = BUFFERING.matcher(flowControl);
    return jettys.matches()
        ? OptionalDouble.of(Double.parseDouble(jettys.group(1)))
        : OptionalDouble.empty();
  }

  /** One line for people. */
  public String describe() {
    if (protocol == HttpVersion.HTTP_1_1) {
      return Text.of("%s, up to %d connections a node", protocol, connectionsPerDestination);
    }
    return Text.of(
        "%s, stream window %d, session window %d, %s, up to %d connections a node",
        protocol, streamWindow, sessionWindow, flowControl, connectionsPerDestination);
  }
}
