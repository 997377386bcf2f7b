package io.streambench.cluster;

import io.streambench.config.CollectionSettings;
import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.documents.Contents;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A cluster in another process; closes the pool that was opened for this run alone. */
public record ProcessCluster(ReadyCluster ready, AutoCloseable owned) implements Cluster {
  private static final int CONNECT_MILLIS = 300;

  @Override
  public double prepare(Runnable beforeIndexing) {
    return 0;
  }

  @Override
  public String zkHost() {
    return ready.zkHost();
  }

  @Override
  public String collection() {
    return ready.collection();
  }

  @Override
  public Contents contents() {
    return Contents.of(CollectionSettings.ofOwn(), ready.request().documents());
  }

  @Override
  public List<String> serverDumps() {
    return List.of(ready.dump());
  }

  @Override
  public List<EffectiveSettings> nodeClients() {
    return ready.nodeClients();
  }

  @Override
  public List<NodeOutput> nodeOutputs() {
    return ready.nodeOutputs();
  }

  @Override
  public Optional<ProcessHandle> process() {
    return ProcessHandle.of(ready.pid());
  }

  @Override
  public OptionalLong nodesHeapBytes() {
    return ready.heapBytes();
  }

  @Override
  public Optional<String> notObserved() {
    return Optional.of(
        "the nodes' ends of the sessions, and the clients inside the nodes: they are in process "
            + ready.pid()
            + ", whose flow control is not recorded; jetty-server.txt has Jetty's own dump of"
            + " them");
  }

  @Override
  public Optional<String> trouble() {
    return accepts(new InetSocketAddress(InetAddress.getLoopbackAddress(), ready.controlPort()))
        ? Optional.empty()
        : Optional.of("the cluster's process " + ready.pid() + " has died");
  }

  static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String describe() {
    return Text.of(
        "process %d (Solr %s, -Xmx%s), up after %.1f s, indexed once in %.1f s, %s",
        ready.pid(),
        ready.request().solr(),
        ready.request().heap(),
        ready.startSeconds(),
        ready.indexSeconds(),
        ready.zkHost());
  }

  @Override
  public void close() throws Exception {
    owned.close();
  }
}
