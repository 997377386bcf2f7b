package io.streambench.cluster;

import io.streambench.config.CollectionSettings;
import io.streambench.config.NodeOutput;
import io.streambench.config.Text;
import io.streambench.documents.Contents;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A cluster in another process of this machine, seen from a mere client. */
final class ProcessCluster implements Cluster {
  private final ReadyCluster ready;
  private final AutoCloseable owned;

  /**
   * @param owned closed with this: what was started for this client alone
   */
  ProcessCluster(ReadyCluster ready, AutoCloseable owned) {
    this.ready = ready;
    this.owned = owned;
  }

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
    try {
      return List.of(ControlPort.dumpOf(ready.controlPort()));
    } catch (IOException e) {
      return List.of(
          "not available: the cluster's process " + ready.pid() + " does not answer: " + e);
    }
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
  public Optional<String> notObserved() {
    return Optional.of(
        "the nodes' ends of the sessions, and the clients inside the nodes: they are in process "
            + ready.pid()
            + ", whose flow control is not recorded; jetty-server.txt has Jetty's own dump of them");
  }

  @Override
  public Optional<String> trouble() {
    return Reachable.answers(ready.controlPort())
        ? Optional.empty()
        : Optional.of("the cluster's process " + ready.pid() + " has died");
  }

  @Override
  public String describe() {
    return Text.of(
        "process %d (-Xmx%s), up after %.1f s, indexed once in %.1f s, %s",
        ready.pid(),
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
