package io.streambench.transport;

import io.streambench.config.HttpVersion;
import io.streambench.config.Text;

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
