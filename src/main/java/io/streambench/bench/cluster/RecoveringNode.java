package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.base.files.Threads;
import io.streambench.bench.settings.RecoverySettings;
import io.streambench.bench.settings.SolrJars;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.SolrTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/**
 * A node in its own process that joins the leaders' cluster. It holds a replica of every shard
 * between {@link #recoverAll} and {@link #removeReplicas}, and is empty at all other times.
 *
 * @param runningNode the node's process, which serves its state on a control port
 * @param cloudClient a client for the whole cluster
 */
public record RecoveringNode(
    ReadyCluster leader,
    RecoverySettings settings,
    ClusterProcess process,
    ReadyCluster runningNode,
    OwnClient http,
    CloudHttp2SolrClient cloudClient,
    ExecutorService requestExecutor,
    List<Future<Void>> pendingRequests)
    implements AutoCloseable {
  private static final long CHECK_INTERVAL_MILLIS = 500;

  private static final long POLL_MILLIS = 20;
  private static final long EMPTY_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** The maximum total size of the files, such as logs, of a node without replicas. */
  private static final long MAX_EMPTY_NODE_BYTES = 64 * 1024;

  /** Starts a node that joins the cluster, and removes replicas left by earlier nodes. */
  public static RecoveringNode join(
      ReadyCluster leader,
      RecoverySettings settings,
      Map<String, String> parameters,
      Path folder,
      SolrTransport transport)
      throws Exception {
    ClusterProcess process =
        ClusterProcess.start(
            new ClusterFolder(folder),
            ClusterRequest.forJoiningNode(leader.zkHost(), settings.cluster().heap(), parameters),
            SolrJars.NONE); // other jars are already on this JVM's class path
    AutoCloseable started = process;
    try {
      ReadyCluster ready = process.awaitReady();
      OwnClient http = transport.newClient(SolrTransport.PREPARING_CLIENT);
      RecoveringNode node =
          new RecoveringNode(
              leader,
              settings,
              process,
              ready,
              http,
              http.newCloudClientBuilder(leader.zkHost()).build(),
              Executors.newCachedThreadPool(
                  task -> Threads.daemon("streambench-recovery-request", task)),
              new ArrayList<>());
      started = node;
      node.cloudClient.connect();
      // Keeps the state of the collection up to date.
      node.stateReader().registerDocCollectionWatcher(leader.collection(), collection -> false);
      node.removeReplicas(bytes -> {});
      return node;
    } catch (Exception e) {
      started.close();
      throw e;
    }
  }

  private ZkStateReader stateReader() {
    return ZkStateReader.from(cloudClient);
  }

  private DocCollection collection() {
    return stateReader().getClusterState().getCollection(leader.collection());
  }

  /**
   * The duration of a recovery. {@code recoveringSeconds} is the part after the first replica began
   * to recover.
   */
  public record RecoveryTimes(double totalSeconds, double recoveringSeconds) {}

  /** Recovers all shards at the same time; {@code progress} receives the bytes copied so far. */
  public RecoveryTimes recoverAll(LongConsumer progress) throws Exception {
    long begun = System.nanoTime();
    List<String> shards = collection().getActiveSlices().stream().map(Slice::getName).toList();
    for (String shard : shards) {
      pendingRequests.add(requestExecutor.submit(() -> addReplica(shard)));
    }
    awaitState(
        state -> ownReplicas(state).stream().anyMatch(RecoveringNode::isRecovering), progress);
    long recovering = System.nanoTime();
    awaitState(
        state ->
            ownReplicas(state).size() == shards.size()
                && ownReplicas(state).stream()
                    .allMatch(replica -> replica.getState() == Replica.State.ACTIVE),
        progress);
    long done = System.nanoTime();
    return new RecoveryTimes((done - begun) / 1e9, (done - recovering) / 1e9);
  }

  /** Returns whether a replica is recovering, or is already active after a short recovery. */
  private static boolean isRecovering(Replica replica) {
    return replica.getState() == Replica.State.RECOVERING
        || replica.getState() == Replica.State.ACTIVE;
  }

  private List<Replica> ownReplicas(DocCollection state) {
    return state.getReplicas().stream()
        .filter(replica -> replica.getNodeName().equals(runningNode.node().name()))
        .toList();
  }

  /**
   * Adds a replica. The request goes to the recovering node itself, since requests to the leaders
   * may have a simulated network delay.
   */
  private Void addReplica(String shard) throws Exception {
    CollectionAdminRequest.AddReplica request =
        CollectionAdminRequest.addReplicaToShard(leader.collection(), shard, Replica.Type.PULL);
    request.setNode(runningNode.node().name());
    return send(request);
  }

  private Void send(CollectionAdminRequest<?> request) throws Exception {
    http.request(runningNode.node().baseUrl(), null, request);
    return null;
  }

  private void awaitState(Predicate<DocCollection> condition, LongConsumer progress)
      throws Exception {
    while (!becomesTrue(condition)) {
      Optional<String> fault = fault();
      if (fault.isPresent()) {
        throw new ClusterException(fault.get(), null);
      }
      for (Future<Void> request : pendingRequests) {
        if (request.isDone()) {
          requireSuccess(request);
        }
      }
      progress.accept(Math.max(0, totalFileBytes()));
    }
  }

  private boolean becomesTrue(Predicate<DocCollection> condition) throws InterruptedException {
    try {
      stateReader()
          .waitForState(
              leader.collection(),
              CHECK_INTERVAL_MILLIS,
              TimeUnit.MILLISECONDS,
              (DocCollection state) -> state != null && condition.test(state));
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static void requireSuccess(Future<Void> request) throws Exception {
    try {
      request.get();
    } catch (ExecutionException e) {
      throw new ClusterException(
          "a request for replicas failed: " + ClusterException.rootCauseMessage(e), e.getCause());
    }
  }

  /** Describes the death of a process or the failure of a recovery; empty if neither occurred. */
  public Optional<String> fault() {
    return leader
        .describeProcessFault("the leaders' node")
        .or(() -> runningNode.describeProcessFault("the recovering node"))
        .or(
            () ->
                ownReplicas(collection()).stream()
                    .filter(replica -> replica.getState() == Replica.State.RECOVERY_FAILED)
                    .findFirst()
                    .map(replica -> "replica " + replica.getName() + " could not recover"));
  }

  /** Removes all pull replicas, and waits until their files on this node are deleted. */
  public void removeReplicas(LongConsumer progress) throws Exception {
    awaitRequests();
    for (Replica replica : pullReplicas(collection())) {
      pendingRequests.add(
          requestExecutor.submit(
              () ->
                  send(
                      CollectionAdminRequest.deleteReplica(
                          leader.collection(), replica.getShard(), replica.getName()))));
    }
    awaitState(state -> pullReplicas(state).isEmpty(), progress);
    awaitRequests();
    awaitFileDeletion(progress);
  }

  private void awaitRequests() throws Exception {
    for (Future<Void> request : pendingRequests) {
      requireSuccess(request);
    }
    pendingRequests.clear();
  }

  private static List<Replica> pullReplicas(DocCollection state) {
    return state.getReplicas(EnumSet.of(Replica.Type.PULL));
  }

  /**
   * Waits until the node's files are deleted. Solr closes a core and deletes its files only after
   * it has reported the replica as removed.
   */
  private void awaitFileDeletion(LongConsumer progress) throws InterruptedException {
    long untilNanos = System.nanoTime() + EMPTY_TIMEOUT_NANOS;
    for (long bytes = totalFileBytes();
        bytes < 0 || bytes > MAX_EMPTY_NODE_BYTES;
        bytes = totalFileBytes()) {
      if (System.nanoTime() - untilNanos > 0) {
        throw new ClusterException(
            TextFormat.of("the recovering node still has %,d bytes of removed replicas", bytes),
            null);
      }
      progress.accept(Math.max(0, bytes));
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Returns the total length of the node's files, or -1 if a file was removed during the count. */
  private long totalFileBytes() {
    try (Stream<Path> files = Files.walk(Path.of(runningNode.node().home()))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return -1;
    }
  }

  /** Returns the current index folder of each replica on this node, by shard name. */
  public Map<String, Path> copyFoldersByShard() throws IOException {
    return runningNode.indexes().stream()
        .collect(Collectors.toMap(CoreIndex::shard, index -> Path.of(index.folder())));
  }

  /** Describes wrong document counts of the collection or its replicas; empty if there are none. */
  public Optional<String> describeWrongCounts(long expectedCount) throws Exception {
    Map<String, Long> wrong =
        new DocumentCounts(stateReader(), List.of(), http)
            .wrongCounts(leader.collection(), expectedCount);
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(TextFormat.of("of %,d documents these are found: %s", expectedCount, wrong));
  }

  public String describeSettings() {
    String clients =
        runningNode.nodeClients().stream()
            .map(EffectiveSettings::describe)
            .collect(Collectors.joining("; "));
    return settings.maxConcurrentStreams().isPresent()
        ? TextFormat.of(
            "%s; at most %d stream(s) of a connection at a time",
            clients, settings.maxConcurrentStreams().getAsInt())
        : clients;
  }

  public String describe() {
    return TextFormat.of(
        "recovering node in process %d, up after %.1f s",
        runningNode.pid(), runningNode.startSeconds());
  }

  /** Stops the node. Any replicas that remain are removed when the next node joins. */
  @Override
  public void close() {
    requestExecutor.shutdownNow();
    try {
      cloudClient.close();
    } catch (IOException e) {
      // expected if the process is already gone
    }
    http.close();
    process.close();
  }
}
