package io.streambench.cluster;

import io.streambench.config.ClusterSettings;
import io.streambench.transport.SolrTransport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;

/**
 * A SolrCloud inside this JVM, with a ZooKeeper of its own, bound to loopback: {@link
 * MiniSolrCloudCluster} with nodes whose flow control is observed.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private static final String CONTEXT = "/solr";
  private static final String CONFIG_SET = "streambench";
  private static final int CREATE_TIMEOUT_SECONDS = 120;

  /**
   * Libraries that talk at every start through java.util.logging, past Log4j, about what they could
   * do better elsewhere. Kept here, since the logging framework forgets loggers nobody holds.
   */
  private static final List<Logger> TALKATIVE =
      List.of(Logger.getLogger("org.glassfish.jersey"), Logger.getLogger("org.apache.lucene"));

  static {
    TALKATIVE.forEach(logger -> logger.setLevel(Level.SEVERE));
  }

  private final ClusterSettings settings;
  private final Path data;
  private final MiniSolrCloudCluster cluster;
  private final List<ObservedNode> nodes;

  private EmbeddedCluster(
      ClusterSettings settings, Path data, MiniSolrCloudCluster cluster, List<ObservedNode> nodes) {
    this.settings = settings;
    this.data = data;
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /**
   * Starts ZooKeeper and every node.
   *
   * @param data folder in which the cluster keeps its data; made here, left to the caller to remove
   * @param transport acts on the nodes' servers and on the clients inside them
   */
  public static EmbeddedCluster start(ClusterSettings settings, Path data, SolrTransport transport)
      throws Exception {
    JettyConfig config = JettyConfig.builder().setContext(CONTEXT).stopAtShutdown(false).build();
    MiniSolrCloudCluster cluster = new MiniSolrCloudCluster(0, data, config);
    EmbeddedCluster started = new EmbeddedCluster(settings, data, cluster, new ArrayList<>());
    try {
      started.startNodes(config, transport);
      return started;
    } catch (Exception e) {
      try {
        started.close();
      } catch (Exception suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private void startNodes(JettyConfig config, SolrTransport transport) throws Exception {
    List<Callable<Void>> starts = new ArrayList<>();
    for (int number = 1; number <= settings.nodeCount(); number++) {
      Path home = Files.createDirectory(data.resolve("node" + number));
      Properties properties = new Properties();
      properties.setProperty("zkHost", zkHost());
      ObservedNode node = new ObservedNode(home, properties, config, transport);
      nodes.add(node);
      starts.add(
          () -> {
            cluster.startJettySolrRunner(node);
            return null;
          });
    }
    inParallel(starts);
    cluster.waitForAllNodes(CREATE_TIMEOUT_SECONDS);
  }

  /** Creates a collection and waits until every replica is active. */
  public void createCollection(String collection) throws Exception {
    Path configSet = Files.createDirectory(data.resolve("configset"));
    for (String file : List.of("schema.xml", "solrconfig.xml")) {
      try (InputStream in = EmbeddedCluster.class.getResourceAsStream("configset/" + file)) {
        Files.copy(in, configSet.resolve(file));
      }
    }
    cluster.uploadConfigSet(configSet, CONFIG_SET);
    CollectionAdminRequest.createCollection(
            collection, CONFIG_SET, settings.numShards(), settings.numReplicas())
        .process(cluster.getSolrClient());
    cluster.waitForActiveCollection(
        collection,
        CREATE_TIMEOUT_SECONDS,
        TimeUnit.SECONDS,
        settings.numShards(),
        settings.numShards() * settings.numReplicas());
  }

  /**
   * Waits until every node, and every replica for its shard, counts all documents.
   *
   * @throws IllegalStateException naming who counts what, if that does not come true in time
   */
  public void awaitDocuments(String collection, long expected, Http2SolrClient client)
      throws Exception {
    List<String> baseUrls = nodes.stream().map(node -> node.getBaseUrl().toString()).toList();
    new DocumentCounts(cluster.getZkStateReader(), baseUrls, client).await(collection, expected);
  }

  /** ZooKeeper's address, with its chroot. */
  public String zkHost() {
    return cluster.getZkServer().getZkAddress();
  }

  /** Jetty's dump of every node's server. */
  public List<String> serverDumps() {
    return nodes.stream().map(ObservedNode::dump).toList();
  }

  /** Stops every node and ZooKeeper. */
  @Override
  public void close() throws Exception {
    nodes.forEach(ObservedNode::stopWithoutGrace);
    cluster.shutdown();
  }

  private static void inParallel(List<Callable<Void>> tasks) throws Exception {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            tasks.size(), task -> new Thread(task, "streambench-node-start"));
    try {
      for (Future<Void> task : pool.invokeAll(tasks)) {
        task.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a Solr node did not start: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
