package io.streambench.cluster;

import io.streambench.transport.SolrTransport;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.HandlerWrapper;

/** A Solr node whose Jetty server can be reached: for its HTTP/2 settings and its dump. */
final class ObservedNode extends JettySolrRunner {
  /** Assigned while the superclass is constructed, so it must not have an initializer. */
  private Server server;

  ObservedNode(Path home, Properties nodeProperties, JettyConfig config, SolrTransport transport) {
    super(home.toString(), nodeProperties, config);
    transport.observe(server);
  }

  @Override
  protected HandlerWrapper injectJettyHandlers(HandlerWrapper chain) {
    server = chain.getServer();
    return chain;
  }

  /** Jetty's own dump of the server, settings and connections included. */
  String dump() {
    return server.dump();
  }

  /** Makes stopping immediate: nobody waits for requests that are still being answered. */
  void stopWithoutGrace() {
    server.setStopTimeout(0);
  }
}
