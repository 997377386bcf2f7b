package io.streambench.cluster;

import io.streambench.config.NodeOutput;
import io.streambench.transport.EffectiveSettings;
import java.util.List;

/**
 * A cluster in a process of its own that has all its documents.
 *
 * @param zkHost address of its ZooKeeper, with its chroot
 * @param collection where the documents are
 * @param request what it was made for
 * @param pid its process
 * @param controlPort where it answers questions, on loopback
 * @param startSeconds from the start of its main to nodes that are up
 * @param indexSeconds spent on indexing, once
 * @param nodeClients what is in effect on the clients inside the nodes
 * @param nodeOutputs what is in effect on the servers of the nodes
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
    List<NodeOutput> nodeOutputs) {
  public ReadyCluster {
    nodeClients = List.copyOf(nodeClients);
    nodeOutputs = List.copyOf(nodeOutputs);
  }

  /** Returns whether the cluster's process still lives. */
  boolean isAlive() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }
}
