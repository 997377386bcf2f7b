package io.streambench.bench.transport;

import org.eclipse.jetty.server.Connector;

/** Does nothing, because no benchmark that needs the nodes' response times runs on Solr 10. */
final class ServerClock {
  private ServerClock() {}

  static void addTo(Connector connector) {}
}
