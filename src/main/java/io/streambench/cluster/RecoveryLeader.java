package io.streambench.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.config.RecoverySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The node with the leaders of all shards, in a process of its own with ZooKeeper. Its index is
 * merged, and nobody writes to it any more.
 */
public final class RecoveryLeader implements AutoCloseable {
  private final ReadyCluster ready;
  private final AutoCloseable owned;

  private RecoveryLeader(ReadyCluster ready, AutoCloseable owned) {
    this.ready = ready;
    this.owned = owned;
  }

  /**
   * Finds it, or starts it.
   *
   * @param clusters where others have started some
   * @throws ClusterException if there is none to be had
   */
  public static RecoveryLeader open(RecoverySettings settings, Clusters clusters) throws Exception {
    Clusters.Found found = clusters.found(settings);
    return new RecoveryLeader(found.ready(), found.owned());
  }

  /** The index of every shard, as it is on this machine. */
  public List<CoreIndex> indexes() throws IOException {
    return indexes(ready);
  }

  static List<CoreIndex> indexes(ReadyCluster node) throws IOException {
    return NodeFacts.JSON.readValue(
        ControlPort.ask(ControlPort.INDEX, node.controlPort()), new TypeReference<>() {});
  }

  /** The time of a CPU that its process has used. */
  public Duration cpu() {
    return cpu(ready.pid());
  }

  static Duration cpu(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** Jetty's dump of the node, or why there is none. */
  public String dump() {
    return dump("leaders' node", ready);
  }

  static String dump(String who, ReadyCluster node) {
    try {
      return who + ":\n" + ControlPort.dumpOf(node.controlPort());
    } catch (IOException e) {
      return who + ": not available: process " + node.pid() + " does not answer: " + e;
    }
  }

  /** The end of the process, if it has ended. */
  public Optional<String> trouble() {
    return trouble("the leaders' node", ready);
  }

  static Optional<String> trouble(String who, ReadyCluster node) {
    return node.isAlive()
        ? Optional.empty()
        : Optional.of(who + ", process " + node.pid() + ", has died");
  }

  /** The collection whose replicas recover. */
  String collection() {
    return ready.collection();
  }

  /** ZooKeeper, with its chroot. */
  String zkHost() {
    return ready.zkHost();
  }

  /** One line for people. */
  public String describe() {
    return "leaders in process " + ready.pid();
  }

  @Override
  public void close() throws Exception {
    owned.close();
  }
}
