package io.streambench.bench.cluster;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;

/**
 * A stock SolrCloud that holds documents of this project but no recorder, strategy or client
 * factory. Only the idle timeout of its nodes can be chosen.
 */
public final class StockCluster implements AutoCloseable {
  private static final String COLLECTION = "documents";
  private static final int SHARDS = 12;
  private static final int TIMEOUT_SECONDS = 600;

  private final MiniSolrCloudCluster cluster;
  private final Path data;

  private StockCluster(MiniSolrCloudCluster cluster, Path data) {
    this.cluster = cluster;
    this.data = data;
  }

  /** Starts the cluster with documents of 10,000 bytes in twelve shards with one replica each. */
  public static StockCluster start(
      int nodes, int documents, DocumentPlacement placement, Duration idleTimeout)
      throws Exception {
    Path data = Files.createTempDirectory("stock-cluster");
    JettyConfig config = JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build();
    StockCluster started =
        new StockCluster(new MiniSolrCloudCluster(0, data.resolve("cluster"), config), data);
    try {
      started.startNodes(nodes, config, idleTimeout);
      started.createCollection(ClusterSettings.embedded(nodes, SHARDS, 1, placement), documents);
      return started;
    } catch (Exception e) {
      started.close();
      throw e;
    }
  }

  private void startNodes(int nodes, JettyConfig config, Duration idleTimeout) throws Exception {
    for (int number = 1; number <= nodes; number++) {
      Properties properties = new Properties();
      properties.setProperty("zkHost", zkHost());
      Path home = Files.createDirectory(data.resolve("node" + number));
      cluster.startJettySolrRunner(new Node(home, properties, config, idleTimeout));
    }
    cluster.waitForAllNodes(TIMEOUT_SECONDS);
  }

  private void createCollection(ClusterSettings shape, int documents) throws Exception {
    Path configSet = Files.createDirectory(data.resolve("configset"));
    for (Map.Entry<String, byte[]> file : configSetWithDocValues().entrySet()) {
      Files.write(configSet.resolve(file.getKey()), file.getValue());
    }
    cluster.uploadConfigSet(configSet, COLLECTION);
    NewCollection.newCreateRequest(COLLECTION, COLLECTION, shape).process(cluster.getSolrClient());
    cluster.waitForActiveCollection(COLLECTION, TIMEOUT_SECONDS, TimeUnit.SECONDS, SHARDS, SHARDS);
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(zkHost()), Optional.empty()).build()) {
      NewCollection.newIndexer(
              COLLECTION, shape, new DocumentSettings(documents, 10_000, 1, 2, 200), solr)
          .index();
    }
  }

  /**
   * Returns a config set whose text fields have doc values, as {@code /export} requires. A node
   * merges only streams from {@code /export}.
   */
  static Map<String, byte[]> configSetWithDocValues() throws IOException {
    Map<String, byte[]> files = NewCollection.readConfigSet();
    files.replaceAll(
        (name, file) ->
            new String(file, StandardCharsets.UTF_8)
                .replace("name=\"*_ts\" type=\"text\"", "name=\"*_ts\" type=\"string\"")
                .getBytes(StandardCharsets.UTF_8));
    return files;
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
      ((Node) node).server().setStopTimeout(0);
    }
    cluster.shutdown();
    DataFolder.remove(data);
  }

  /** A stock node whose connections have a given idle timeout. */
  static final class Node extends JettyNode {
    Node(Path home, Properties properties, JettyConfig config, Duration idleTimeout) {
      super(home.toString(), properties, config);
      for (Connector connector : server().getConnectors()) {
        ((AbstractConnector) connector).setIdleTimeout(idleTimeout.toMillis());
      }
    }
  }
}
