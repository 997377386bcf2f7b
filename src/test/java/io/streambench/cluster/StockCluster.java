package io.streambench.cluster;

import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentPlacement;
import io.streambench.config.DocumentSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.HandlerWrapper;

/**
 * A SolrCloud with our documents in it and nothing else of ours: no recorder, no strategy, no
 * client factory. Only the limits that an operator sets in Jetty's configuration can be chosen.
 */
public final class StockCluster implements AutoCloseable {
  private static final String COLLECTION = "documents";
  private static final int TIMEOUT_SECONDS = 120;

  private final MiniSolrCloudCluster cluster;
  private final Path data;

  /** The shape of a cluster: its shards have one replica each and are spread over the nodes. */
  public record Shape(
      int nodes,
      int shards,
      int documents,
      int documentBytes,
      DocumentPlacement placement,
      Duration serverIdle,
      OptionalInt maxConcurrentStreams) {
    private ClusterSettings settings() {
      return ClusterSettings.embedded(nodes, shards, 1, placement);
    }
  }

  private StockCluster(MiniSolrCloudCluster cluster, Path data) {
    this.cluster = cluster;
    this.data = data;
  }

  public static StockCluster start(Shape shape) throws Exception {
    Path data = Files.createTempDirectory("stock-cluster");
    JettyConfig config = JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build();
    StockCluster started =
        new StockCluster(new MiniSolrCloudCluster(0, data.resolve("cluster"), config), data);
    try {
      started.fill(shape, config);
      return started;
    } catch (Exception e) {
      started.close();
      throw e;
    }
  }

  private void fill(Shape shape, JettyConfig config) throws Exception {
    for (int number = 1; number <= shape.nodes(); number++) {
      Properties properties = new Properties();
      properties.setProperty("zkHost", zkHost());
      Path home = Files.createDirectory(data.resolve("node" + number));
      cluster.startJettySolrRunner(new Node(home, properties, config, shape));
    }
    cluster.waitForAllNodes(TIMEOUT_SECONDS);
    Path configSet = Files.createDirectory(data.resolve("configset"));
    for (Map.Entry<String, byte[]> file : NewCollection.configSet().entrySet()) {
      Files.writeString(configSet.resolve(file.getKey()), withDocValues(file.getValue()));
    }
    cluster.uploadConfigSet(configSet, COLLECTION);
    NewCollection.create(COLLECTION, COLLECTION, shape.settings()).process(cluster.getSolrClient());
    cluster.waitForActiveCollection(
        COLLECTION, TIMEOUT_SECONDS, TimeUnit.SECONDS, shape.shards(), shape.shards());
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(zkHost()), Optional.empty()).build()) {
      NewCollection.indexer(
              COLLECTION,
              shape.settings(),
              new DocumentSettings(shape.documents(), shape.documentBytes(), 1, 2, 200),
              solr)
          .index();
    }
  }

  /** Texts as {@code /export} asks for them: a node merges what comes from there and no other. */
  static String withDocValues(byte[] file) {
    return new String(file, StandardCharsets.UTF_8)
        .replace("name=\"*_ts\" type=\"text\"", "name=\"*_ts\" type=\"string\"");
  }

  public String zkHost() {
    return cluster.getZkServer().getZkAddress();
  }

  public String collection() {
    return COLLECTION;
  }

  public List<JettySolrRunner> nodes() {
    return cluster.getJettySolrRunners();
  }

  @Override
  public void close() throws Exception {
    for (JettySolrRunner node : nodes()) {
      ((Node) node).server.setStopTimeout(0);
    }
    cluster.shutdown();
    DataFolder.remove(data);
  }

  private static final class Node extends JettySolrRunner {
    /** Assigned while the superclass is constructed, so it must not have an initializer. */
    private Server server;

    Node(Path home, Properties properties, JettyConfig config, Shape shape) {
      super(home.toString(), properties, config);
      for (Connector connector : server.getConnectors()) {
        ((AbstractConnector) connector).setIdleTimeout(shape.serverIdle().toMillis());
        Arrays.stream(connector.getConnectionFactories().toArray())
            .filter(AbstractHTTP2ServerConnectionFactory.class::isInstance)
            .map(AbstractHTTP2ServerConnectionFactory.class::cast)
            .forEach(
                http2 -> shape.maxConcurrentStreams().ifPresent(http2::setMaxConcurrentStreams));
      }
    }

    @Override
    protected HandlerWrapper injectJettyHandlers(HandlerWrapper chain) {
      server = chain.getServer();
      return chain;
    }
  }
}
