package io.streambench.bench.transport;

import org.eclipse.jetty.server.Connector;

/** Does nothing: no benchmark that needs response times of nodes runs on Solr 10. */
final class ServerClock {
  private ServerClock() {}

  static void addTo(Connector connector) {}
}
