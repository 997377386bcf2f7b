package io.streambench.cluster;

import io.streambench.config.NodeOutput;
import io.streambench.documents.Contents;
import io.streambench.transport.EffectiveSettings;
import java.util.List;
import java.util.Optional;

/**
 * The SolrCloud under test, wherever it runs. What was started or made for it is stopped and
 * removed when it is closed; what was there before stays as it was.
 */
public interface Cluster extends AutoCloseable {
  /**
   * Sees to it that the collection is there with all its documents.
   *
   * @param beforeIndexing called before documents are indexed, if any are
   * @return seconds spent on indexing; 0 if there was nothing to index
   * @throws ClusterException if the cluster or its collection is not what the settings ask for
   */
  double prepare(Runnable beforeIndexing) throws Exception;

  /** ZooKeeper's address, with its chroot. */
  String zkHost();

  /** The collection to read; known once it is prepared. */
  String collection();

  /** The contents that every reading must return; known once the cluster is prepared. */
  Contents contents();

  /** Jetty's dump of every node's server, or why there is none. */
  List<String> serverDumps();

  /** The settings in effect on the clients inside the nodes; none if they cannot be known. */
  List<EffectiveSettings> nodeClients();

  /** The buffers in effect on the nodes' servers; none if they cannot be known. */
  List<NodeOutput> nodeOutputs();

  /** The process of the nodes, if it is another one of this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /** The part of the servers' side that cannot be known from here, and the reason. */
  Optional<String> notObserved();

  /** The cluster's trouble, if that explains why a reading failed. It is asked for at once then. */
  Optional<String> trouble();

  /** One line for people. */
  String describe();
}
