package io.streambench.config;

/** What a run asks of a cluster, whatever it does with it. */
public interface ClusterNeeds {
  /** Where it runs, and its shape. */
  ClusterSettings cluster();

  /** What its collection holds when the run begins. */
  DocumentSettings documents();

  /** How clients and nodes talk. */
  TransportSettings transport();
}
