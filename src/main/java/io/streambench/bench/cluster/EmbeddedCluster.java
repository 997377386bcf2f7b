package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.Distance;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.SolrTransport;
import io.streambench.bench.transport.relay.Relays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.MiniSolrCloudCluster;

/**
 * A {@link MiniSolrCloudCluster} inside this JVM, bound to the loopback interface. The run observes
 * the flow control of the nodes.
 */
record EmbeddedCluster(
    ClusterRequirements needs,
    Path dataFolder,
    SolrTransport transport,
    Relays relays,
    MiniSolrCloudCluster cluster,
    List<ObservedNode> nodes)
    implements Cluster {
  private static final String COLLECTION_NAME = "streambench";
  private static final String CONFIG_SET_NAME = "streambench";
  private static final int CREATE_TIMEOUT_SECONDS = 120;

  /**
   * The collection property with the merge policy that {@code solrconfig.xml} uses. By default,
   * index segments are never merged.
   */
  private static final String MERGE_POLICY_PROPERTY = "streambench.mergePolicy";

  private static final String TIERED_MERGE_POLICY =
      "org.apache.solr.index.TieredMergePolicyFactory";

  /**
   * JDK loggers of libraries that log at every start. The constant keeps the loggers reachable,
   * since a garbage-collected logger loses its level.
   */
  private static final List<Logger> NOISY_LOGGERS =
      Stream.of("org.glassfish.jersey", "org.apache.lucene", "io.opentelemetry")
          .map(Logger::getLogger)
          .toList();

  static {
    NOISY_LOGGERS.forEach(logger -> logger.setLevel(Level.SEVERE));
  }

  /**
   * Starts ZooKeeper and all nodes, with their data in {@code dataFolder}, which the caller
   * removes. If a node in another process will join later, {@link #prepare} merges each shard's
   * index into one segment.
   */
  static EmbeddedCluster start(
      ClusterRequirements requirements, Path dataFolder, SolrTransport transport) throws Exception {
    MiniSolrCloudCluster cluster =
        new MiniSolrCloudCluster(0, dataFolder, ObservedNode.newConfig());
    EmbeddedCluster started =
        new EmbeddedCluster(
            requirements,
            dataFolder,
            transport,
            new Relays(requirements.distanceToJoiningNode().orElse(Distance.NONE)),
            cluster,
            new ArrayList<>());
    try {
      started.startNodes();
      return started;
    } catch (Exception e) {
      try (started) {
        throw e;
      }
    }
  }

  private void startNodes() throws Exception {
    List<Callable<Void>> starts = new ArrayList<>();
    for (int number = 1; number <= needs.cluster().nodeCount(); number++) {
      Path home = Files.createDirectory(dataFolder.resolve("node" + number));
      ObservedNode node = ObservedNode.create(home, zkHost(), transport);
      nodes.add(node);
      if (needs.distanceToJoiningNode().filter(Distance::isPresent).isPresent()) {
        node.advertiseRelay(relays);
      }
      starts.add(
          () -> {
            cluster.startJettySolrRunner(node);
            return null;
          });
    }
    runInParallel(starts);
    cluster.waitForAllNodes(CREATE_TIMEOUT_SECONDS);
  }

  @Override
  public double prepare(Runnable beforeIndexing) throws Exception {
    createCollection();
    beforeIndexing.run();
    try (OwnClient http = transport.newClient(SolrTransport.PREPARING_CLIENT);
        CloudHttp2SolrClient solr = http.newCloudClientBuilder(zkHost()).build()) {
      double seconds =
          NewCollection.newIndexer(COLLECTION_NAME, needs.cluster(), needs.documents(), solr)
              .index();
      if (needs.distanceToJoiningNode().isPresent()) {
        solr.optimize(COLLECTION_NAME, true, true, 1);
      }
      List<String> baseUrls = nodes.stream().map(node -> node.getBaseUrl().toString()).toList();
      new DocumentCounts(cluster.getZkStateReader(), baseUrls, http)
          .awaitCount(COLLECTION_NAME, needs.documents().docCount());
      return seconds;
    }
  }

  private void createCollection() throws Exception {
    Path configSet = Files.createDirectory(dataFolder.resolve("configset"));
    for (Map.Entry<String, byte[]> file : NewCollection.readConfigSet().entrySet()) {
      Files.write(configSet.resolve(file.getKey()), file.getValue());
    }
    cluster.uploadConfigSet(configSet, CONFIG_SET_NAME);
    CollectionAdminRequest.Create create =
        NewCollection.newCreateRequest(COLLECTION_NAME, CONFIG_SET_NAME, needs.cluster());
    if (needs.distanceToJoiningNode().isPresent()) {
      create.withProperty(MERGE_POLICY_PROPERTY, TIERED_MERGE_POLICY);
    }
    create.process(cluster.getSolrClient());
    cluster.waitForActiveCollection(
        COLLECTION_NAME,
        CREATE_TIMEOUT_SECONDS,
        TimeUnit.SECONDS,
        needs.cluster().numShards(),
        needs.cluster().numShards() * needs.cluster().numReplicas());
  }

  @Override
  public String zkHost() {
    return cluster.getZkServer().getZkAddress();
  }

  @Override
  public String collection() {
    return COLLECTION_NAME;
  }

  @Override
  public Contents contents() {
    return Contents.of(needs.cluster().collection(), needs.documents());
  }

  @Override
  public String serverDump() {
    return nodes.stream().map(node -> node.server().dump()).collect(Collectors.joining("\n"));
  }

  @Override
  public List<EffectiveSettings> nodeClients() {
    return transport.nodeClients();
  }

  @Override
  public List<NodeOutput> nodeOutputs() {
    return transport.nodeOutputs();
  }

  @Override
  public String describe() {
    return TextFormat.of("embedded, %d node(s), %s", needs.cluster().nodeCount(), zkHost());
  }

  @Override
  public void close() throws Exception {
    nodes.forEach(ObservedNode::skipGracePeriod);
    try (relays) {
      cluster.shutdown();
    }
  }

  private static void runInParallel(List<Callable<Void>> tasks) throws Exception {
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
