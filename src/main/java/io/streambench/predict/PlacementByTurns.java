package io.streambench.predict;

/**
 * Replicas that are laid on nodes one after the other, beginning anew behind the last node.
 *
 * @param replicasOfShard as many on different nodes
 */
record PlacementByTurns(int shards, int nodes, int replicasOfShard) implements Placement {
  PlacementByTurns {
    if (shards < 1 || nodes < 1 || replicasOfShard < 1 || replicasOfShard > nodes) {
      throw new IllegalArgumentException(
          shards + " shards, " + nodes + " nodes, " + replicasOfShard + " replicas");
    }
  }

  @Override
  public int replicas(int shard) {
    return replicasOfShard;
  }

  @Override
  public int node(int shard, int replica) {
    return (int) (((long) shard * replicasOfShard + replica) % nodes);
  }

  @Override
  public boolean even() {
    return replicasOfShard == nodes;
  }
}
