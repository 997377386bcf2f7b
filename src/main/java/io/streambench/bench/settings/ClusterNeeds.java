package io.streambench.bench.settings;

import java.util.List;
import java.util.Optional;

/** The cluster that a run needs. */
public interface ClusterNeeds {
  /** Where the cluster runs, and its nodes, shards and replicas. */
  ClusterSettings cluster();

  /** The documents that the cluster's collection holds when the run begins. */
  DocumentSettings documents();

  /** The protocol, flow control, connections and distance between clients and nodes. */
  TransportSettings transport();

  /** Warnings about settings that are odd but allowed, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * The distance between the cluster's nodes and a node that joins later to copy their index; empty
   * if no node joins. If present, the index is merged after indexing and then stays unchanged.
   */
  default Optional<Distance> distanceToJoiningNode() {
    return Optional.empty();
  }
}
