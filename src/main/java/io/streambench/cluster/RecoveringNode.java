package io.streambench.cluster;

import io.streambench.config.RecoverySettings;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlTotals;
import io.streambench.transport.EffectiveSettings;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.response.CollectionAdminResponse;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/**
 * A node in a process of its own that joins the cluster of a {@link RecoveryLeader}. It is empty
 * until it is given a replica of every shard, and again when these have been removed.
 */
public final class RecoveringNode implements AutoCloseable {
  /** The time between two checks of the processes and replicas during a wait. */
  private static final long LOOK_MILLIS = 500;

  private static final long POLL_MILLIS = 20;
  private static final long EMPTY_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A node without cores keeps logs and the like. */
  private static final long EMPTY_BYTES = 64 * 1024;

  private final RecoveryLeader leader;
  private final ClusterProcess process;
  private final ReadyCluster ready;
  private final NodeFacts facts;
  private final OwnClient http;
  private final CloudHttp2SolrClient cloud;
  private final CollectionWatch watch = new CollectionWatch();
  private final ExecutorService requests =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "streambench-recovery-request");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Future<Void>> underWay = new ArrayList<>();

  /**
   * The times of one recovery of all shards.
   *
   * @param seconds from the first request until the last replica was active
   * @param recoveringSeconds the part of it from the first replica that was recovering
   */
  public record Times(double seconds, double recoveringSeconds) {}

  private RecoveringNode(
      RecoveryLeader leader,
      ClusterProcess process,
      ReadyCluster ready,
      NodeFacts facts,
      OwnClient http) {
    this.leader = leader;
    this.process = process;
    this.ready = ready;
    this.facts = facts;
    this.http = http;
    this.cloud =
        new CloudHttp2SolrClient.Builder(List.of(leader.zkHost()), Optional.empty())
            .withHttpClient(http.solr())
            .build();
  }

  /**
   * Starts the node, and clears the cluster of replicas that others have left.
   *
   * @param folder an empty one, for what it has to say
   * @param transport makes the client that asks
   * @throws ClusterException if it does not start
   */
  public static RecoveringNode join(
      RecoveryLeader leader, RecoverySettings settings, Path folder, SolrTransport transport)
      throws Exception {
    ClusterProcess process =
        ClusterProcess.start(
            new ClusterFolder(folder), ClusterRequest.joining(leader.zkHost(), settings));
    try {
      ReadyCluster ready = process.awaitReady();
      NodeFacts facts =
          NodeFacts.JSON.readValue(
              ControlPort.ask(ControlPort.NODE, ready.controlPort()), NodeFacts.class);
      RecoveringNode node =
          new RecoveringNode(
              leader, process, ready, facts, transport.newClient(SolrTransport.PREPARING_CLIENT));
      try {
        node.begin();
        return node;
      } catch (Exception e) {
        node.close();
        throw e;
      }
    } catch (Exception e) {
      process.close();
      throw e;
    }
  }

  private void begin() throws Exception {
    cloud.connect();
    state().registerDocCollectionWatcher(leader.collection(), watch);
    clear(bytes -> {});
  }

  private ZkStateReader state() {
    return ZkStateReader.from(cloud);
  }

  /**
   * Asks for a replica of every shard at the same time, and waits until all are active.
   *
   * @param progress gets the number of bytes that have arrived, now and then
   * @throws ClusterException if a replica cannot recover, or a process has died
   */
  public Times recover(LongConsumer progress) throws Exception {
    long begun = System.nanoTime();
    List<String> shards = shards();
    for (String shard : shards) {
      underWay.add(requests.submit(() -> add(shard)));
    }
    await(state -> ours(state).stream().anyMatch(RecoveringNode::isRecovering), progress);
    long recovering = System.nanoTime();
    await(
        state ->
            ours(state).size() == shards.size()
                && ours(state).stream().allMatch(one -> one.getState() == Replica.State.ACTIVE),
        progress);
    long done = System.nanoTime();
    return new Times((done - begun) / 1e9, (done - recovering) / 1e9);
  }

  /** A short recovery may be over before anybody looks. */
  private static boolean isRecovering(Replica replica) {
    return replica.getState() == Replica.State.RECOVERING
        || replica.getState() == Replica.State.ACTIVE;
  }

  private List<String> shards() {
    return watch.latest().orElseThrow().getActiveSlices().stream().map(Slice::getName).toList();
  }

  private List<Replica> ours(DocCollection state) {
    return state.getReplicas().stream()
        .filter(replica -> replica.getNodeName().equals(facts.name()))
        .toList();
  }

  /** Asks this node itself: the way to the leaders may be a long one. */
  private Void add(String shard) throws Exception {
    CollectionAdminRequest.AddReplica request =
        CollectionAdminRequest.addReplicaToShard(leader.collection(), shard, Replica.Type.PULL);
    request.setNode(facts.name());
    send(request);
    return null;
  }

  private <R extends CollectionAdminResponse> void send(CollectionAdminRequest<R> request)
      throws Exception {
    http.solr().requestWithBaseUrl(facts.baseUrl(), client -> request.process(client));
  }

  private void await(Predicate<DocCollection> condition, LongConsumer progress) throws Exception {
    while (!watch.await(condition, LOOK_MILLIS)) {
      Optional<String> trouble = trouble();
      if (trouble.isPresent()) {
        throw new ClusterException(trouble.get(), null);
      }
      for (Future<Void> request : underWay) {
        if (request.isDone()) {
          answered(request);
        }
      }
      long bytes = bytes();
      if (bytes >= 0) {
        progress.accept(bytes);
      }
    }
  }

  private static void answered(Future<Void> request) throws Exception {
    try {
      request.get();
    } catch (ExecutionException e) {
      throw new ClusterException(
          "a request for replicas failed: " + ClusterException.rootOf(e), e.getCause());
    }
  }

  /** The cause of a failure: a process that has died, or a replica that Solr has given up. */
  public Optional<String> trouble() {
    return leader
        .trouble()
        .or(() -> RecoveryLeader.trouble("the recovering node", ready))
        .or(
            () ->
                watch.latest().stream()
                    .flatMap(state -> ours(state).stream())
                    .filter(replica -> replica.getState() == Replica.State.RECOVERY_FAILED)
                    .findFirst()
                    .map(replica -> "replica " + replica.getName() + " could not recover"));
  }

  /**
   * Removes every replica that is no leader, and returns when their files are gone.
   *
   * @param progress gets the number of bytes that are left, now and then
   */
  public void clear(LongConsumer progress) throws Exception {
    for (Future<Void> request : underWay) {
      answered(request);
    }
    underWay.clear();
    watch.await(state -> true, TimeUnit.NANOSECONDS.toMillis(EMPTY_NANOS));
    for (Replica replica : pulled(watch.latest().orElseThrow())) {
      underWay.add(requests.submit(() -> delete(replica)));
    }
    await(state -> pulled(state).isEmpty(), progress);
    for (Future<Void> request : underWay) {
      answered(request);
    }
    underWay.clear();
    awaitEmpty(progress);
  }

  private static List<Replica> pulled(DocCollection state) {
    return state.getReplicas(EnumSet.of(Replica.Type.PULL));
  }

  private Void delete(Replica replica) throws Exception {
    send(
        CollectionAdminRequest.deleteReplica(
            leader.collection(), replica.getShard(), replica.getName()));
    return null;
  }

  /** Solr closes a core, and removes its files, after it has said that the replica is gone. */
  private void awaitEmpty(LongConsumer progress) throws InterruptedException {
    long untilNanos = System.nanoTime() + EMPTY_NANOS;
    long bytes = bytes();
    while (bytes < 0 || bytes > EMPTY_BYTES) {
      if (System.nanoTime() - untilNanos > 0) {
        throw new ClusterException(
            Text.of("the recovering node still has %,d bytes of removed replicas", bytes), null);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      bytes = bytes();
      if (bytes >= 0) {
        progress.accept(bytes);
      }
    }
  }

  /** The length of all files of the node; negative if files went while they were counted. */
  private long bytes() {
    try (Stream<Path> files = Files.walk(Path.of(facts.home()))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return -1;
    }
  }

  /** The index of every replica, as it is on this machine. */
  public List<CoreIndex> indexes() throws IOException {
    return RecoveryLeader.indexes(ready);
  }

  /**
   * The documents that are missing or too many, by whoever counts them.
   *
   * @param expected of all shards together
   */
  public Map<String, Long> wrongCounts(long expected) throws Exception {
    return new DocumentCounts(state(), List.of(), http.solr()).wrong(leader.collection(), expected);
  }

  /** The cost of flow control for the clients of the node so far; nothing over HTTP/1.1. */
  public FlowControlTotals totals() throws IOException {
    return NodeFacts.JSON.readValue(
        ControlPort.ask(ControlPort.FLOW_CONTROL, ready.controlPort()), FlowControlTotals.class);
  }

  /** The time of a CPU that its process has used. */
  public Duration cpu() {
    return RecoveryLeader.cpu(ready.pid());
  }

  /** The settings in effect on its clients. */
  public List<EffectiveSettings> clients() {
    return ready.nodeClients();
  }

  /** Jetty's dump of the node, or why there is none. */
  public String dump() {
    return RecoveryLeader.dump("recovering node", ready);
  }

  /** One line for people. */
  public String describe() {
    return Text.of(
        "recovering node in process %d, up after %.1f s", ready.pid(), ready.startSeconds());
  }

  /** Stops the node. Replicas that it still has are removed by whoever joins next. */
  @Override
  public void close() {
    requests.shutdownNow();
    try {
      cloud.close();
    } catch (IOException e) {
      // the process that it talked to may be gone, which is no news here
    }
    http.close();
    process.close();
  }
}
