package io.streambench.bench.cluster;

import io.streambench.bench.transport.SolrTransport;
import io.streambench.bench.transport.relay.Relays;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.eclipse.jetty.server.ServerConnector;

/** A Solr node whose Jetty server can be configured, observed and dumped. */
final class ObservedNode extends JettyNode {
  ObservedNode(Path home, Properties nodeProperties, JettyConfig config, SolrTransport transport) {
    super(home.toString(), nodeProperties, config);
    transport.observe(server());
  }

  /** Creates a node that is not yet started, with its home in an empty folder. */
  static ObservedNode create(Path home, String zkHost, SolrTransport transport) throws IOException {
    // Solr 9 reads the same file from ZooKeeper.
    Files.writeString(home.resolve("solr.xml"), MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML);
    Properties properties = new Properties();
    properties.setProperty("zkHost", zkHost);
    return new ObservedNode(home, properties, newConfig(), transport);
  }

  static JettyConfig newConfig() {
    return JettyConfig.builder().stopAtShutdown(false).build();
  }

  /**
   * Makes the node publish the address of a relay instead of its own address. Opens the node's own
   * port for the relay. Must be called before the node starts, since Solr publishes the port at
   * startup.
   */
  void advertiseRelay(Relays relays) throws IOException {
    ServerConnector connector = (ServerConnector) server().getConnectors()[0];
    connector.open();
    InetSocketAddress own =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    setProxyPort(relays.relayFor(own).getPort());
  }

  /** Makes the server stop immediately instead of waiting for requests in progress. */
  void skipGracePeriod() {
    server().setStopTimeout(0);
  }
}
