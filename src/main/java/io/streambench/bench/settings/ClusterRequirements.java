package io.streambench.bench.settings;

import java.util.List;
import java.util.Optional;

/** The requirements of a run for its cluster. */
public interface ClusterRequirements {
  /** Returns the kind of the cluster, and its nodes, shards and replicas. */
  ClusterSettings cluster();

  /** Returns the documents that the collection holds when the run begins. */
  DocumentSettings documents();

  /** Returns the protocol, flow control, connections and distance between clients and nodes. */
  TransportSettings transport();

  /** Returns warnings about unusual but valid settings, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Returns the distance between the cluster's nodes and a node that joins the cluster later to
   * copy the index; empty if no node joins. If a node joins, the index is merged once after
   * indexing.
   */
  default Optional<Distance> distanceToJoiningNode() {
    return Optional.empty();
  }
}
