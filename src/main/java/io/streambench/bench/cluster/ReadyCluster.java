package io.streambench.bench.cluster;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.TextFormat;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.flow.recording.FlowControlTotals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A running process with a completely indexed cluster, or with a node that has joined a cluster.
 *
 * @param collection the collection that holds the documents; empty for a node
 * @param controlPort loopback port of the process's {@link ControlPort}
 * @param startSeconds seconds from the start of {@code main} until the nodes are up
 * @param node the node that has joined; null for a cluster
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
    Node node)
    implements Cluster {
  private static final int CONNECT_TIMEOUT_MILLIS = 300;

  /** A node that has joined a cluster: its name in ZooKeeper, its URL and its data folder. */
  public record Node(String name, String baseUrl, String home) {}

  boolean isAlive() {
    return nodesProcess().filter(ProcessHandle::isAlive).isPresent();
  }

  @Override
  public double prepare(Runnable beforeIndexing) {
    return 0;
  }

  @Override
  public Contents contents() {
    return Contents.of(CollectionSettings.forCreatedCollection(), request.documents());
  }

  @Override
  public Optional<ProcessHandle> nodesProcess() {
    return ProcessHandle.of(pid);
  }

  @Override
  public Optional<String> unobservedReason() {
    return Optional.of(
        "the nodes' ends of the sessions, and the clients inside the nodes: they are in process "
            + pid
            + ", whose flow control is not recorded; jetty-server.txt has Jetty's own dump of"
            + " them");
  }

  @Override
  public Optional<String> fault() {
    return acceptsConnections(new InetSocketAddress(InetAddress.getLoopbackAddress(), controlPort))
        ? Optional.empty()
        : Optional.of("the cluster's process " + pid + " has died");
  }

  static boolean acceptsConnections(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  Optional<String> describeProcessFault(String name) {
    return isAlive() ? Optional.empty() : Optional.of(name + ", process " + pid + ", has died");
  }

  public double cpuSeconds() {
    Optional<Duration> cpu = nodesProcess().flatMap(running -> running.info().totalCpuDuration());
    return cpu.orElse(Duration.ZERO).toNanos() / 1e9;
  }

  public List<CoreIndex> indexes() throws IOException {
    return ControlPort.query(ControlPort.INDEX_PATH, controlPort, new TypeReference<>() {});
  }

  public FlowControlTotals flowControlTotals() throws IOException {
    return ControlPort.query(ControlPort.FLOW_CONTROL_PATH, controlPort, new TypeReference<>() {});
  }

  @Override
  public OptionalLong nodesHeapBytes() {
    try {
      Long bytes = ControlPort.query(ControlPort.HEAP_PATH, controlPort, new TypeReference<>() {});
      return OptionalLong.of(bytes);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String serverDump() {
    try {
      return ControlPort.query(ControlPort.DUMP_PATH, controlPort, new TypeReference<>() {});
    } catch (IOException e) {
      return "not available: the cluster's process " + pid + " does not answer: " + e;
    }
  }

  @Override
  public String describe() {
    return TextFormat.of(
        "process %d (Solr %s, -Xmx%s), up after %.1f s, indexed once in %.1f s, %s",
        pid, request.solr(), request.heap(), startSeconds, indexSeconds, zkHost);
  }

  /** Does nothing, since the {@link ClusterPool} that started the process will stop it. */
  @Override
  public void close() {}
}
