package io.streambench.config;

import java.util.List;
import java.util.Optional;

/** A run's needs of a cluster, whatever it does with it. */
public interface ClusterNeeds {
  /** The place where the cluster runs, and its shape. */
  ClusterSettings cluster();

  /** The documents that the cluster's collection holds when the run begins. */
  DocumentSettings documents();

  /** The protocol, flow control, connections and distance between clients and nodes. */
  TransportSettings transport();

  /** The oddities that are allowed, a line each. */
  List<String> warnings();

  /**
   * The distance between the cluster's nodes and one that joins later to copy their index, which is
   * merged and stays as it is then. Empty where no node joins.
   */
  default Optional<Distance> joinedFrom() {
    return Optional.empty();
  }
}
