package io.streambench.bench.cluster;

import java.util.Properties;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.HandlerWrapper;

/** A node of Solr 9 that gives access to its Jetty server. */
abstract class JettyNode extends JettySolrRunner {
  /**
   * The Jetty server. The superclass constructor sets this field, so an initializer would overwrite
   * the value.
   */
  private Server server;

  JettyNode(String home, Properties nodeProperties, JettyConfig config) {
    super(home, nodeProperties, config);
  }

  @Override
  protected final HandlerWrapper injectJettyHandlers(HandlerWrapper chain) {
    server = chain.getServer();
    return chain;
  }

  final Server server() {
    return server;
  }
}
