package io.streambench.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.config.NodeOutput;
import io.streambench.recording.FlowControlTotals;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A cluster in a process of its own that has all its documents, or a node that has joined one.
 *
 * @param collection where the documents are; empty for a node
 * @param controlPort where it answers questions, on loopback
 * @param startSeconds from the start of its main to nodes that are up
 * @param node null for a cluster
 */
public record ReadyCluster(
    String zkHost,
    String collection,
    ClusterRequest request,
    long pid,
    int controlPort,
    double startSeconds,
    double indexSeconds,
    List<EffectiveSettings> nodeClients,
    List<NodeOutput> nodeOutputs,
    Node node) {
  public ReadyCluster {
    nodeClients = List.copyOf(nodeClients);
    nodeOutputs = List.copyOf(nodeOutputs);
  }

  /** A node that has joined a cluster, by its name in ZooKeeper, and the folder of its data. */
  public record Node(String name, String baseUrl, String home) {}

  boolean isAlive() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  public Optional<String> trouble(String who) {
    return isAlive() ? Optional.empty() : Optional.of(who + ", process " + pid + ", has died");
  }

  public Duration cpu() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  public List<CoreIndex> indexes() throws IOException {
    return ControlPort.ask(ControlPort.INDEX, controlPort, new TypeReference<>() {});
  }

  FlowControlTotals totals() throws IOException {
    return ControlPort.ask(ControlPort.FLOW_CONTROL, controlPort, new TypeReference<>() {});
  }

  OptionalLong heapBytes() {
    try {
      Long bytes = ControlPort.ask(ControlPort.HEAP, controlPort, new TypeReference<>() {});
      return OptionalLong.of(bytes);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Jetty's dump of the nodes, or why there is none. */
  public String dump() {
    try {
      return ControlPort.ask(ControlPort.DUMP, controlPort, new TypeReference<>() {});
    } catch (IOException e) {
      return "not available: the cluster's process " + pid + " does not answer: " + e;
    }
  }
}
