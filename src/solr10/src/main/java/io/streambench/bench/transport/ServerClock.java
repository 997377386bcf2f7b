package io.streambench.bench.transport;

import org.eclipse.jetty.server.Connector;

/** Does nothing. With Solr 10, the response times of nodes are not measured. */
final class ServerClock {
  private ServerClock() {}

  static void addTo(Connector connector) {}
}
