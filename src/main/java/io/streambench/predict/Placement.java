package io.streambench.predict;

import java.util.List;

/**
 * The nodes of each shard's replicas. A query takes one replica of each shard at random. Nodes and
 * shards are numbers from 0.
 */
public sealed interface Placement permits PlacementByTurns, KnownPlacement, RepeatedPlacement {
  /** Shards, each of which is one stream of a query. */
  int shards();

  /** Nodes that streams can go to. */
  int nodes();

  /** Replicas of one shard, at least one. */
  int replicas(int shard);

  /** The node on which one replica of a shard lies. */
  int node(int shard, int replica);

  /** Replicas of all shards together. */
  default long replicas() {
    long all = 0;
    for (int shard = 0; shard < shards(); shard++) {
      all += replicas(shard);
    }
    return all;
  }

  /** The most streams of one query that can ever go to one node. */
  default int mostOnNode() {
    int[] possible = new int[nodes()];
    int[] lastShard = new int[nodes()];
    int most = 0;
    for (int shard = 0; shard < shards(); shard++) {
      for (int replica = 0; replica < replicas(shard); replica++) {
        int node = node(shard, replica);
        if (lastShard[node] != shard + 1) { // a second replica there is no second stream
          lastShard[node] = shard + 1;
          most = Math.max(most, ++possible[node]);
        }
      }
    }
    return most;
  }

  /** Returns whether each shard has as many replicas on any node as on every other. */
  boolean even();

  /** The same for so many queries at a time, each of which chooses for itself. */
  default Placement times(int queries) {
    return queries == 1 ? this : new RepeatedPlacement(this, queries);
  }

  /** Lays replicas on nodes in turn: every node has as many replicas as any other, or one more. */
  static Placement byTurns(int shards, int nodes, int replicas) {
    return new PlacementByTurns(shards, nodes, replicas);
  }

  /**
   * Creates a placement from the known nodes of all replicas.
   *
   * @param shards for each shard the nodes of its replicas; a node with two of them is listed
   *     twice, since it is chosen twice as often
   */
  static Placement of(List<List<Integer>> shards) {
    int highest = shards.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
    return new KnownPlacement(shards, highest + 1);
  }
}
