package io.streambench.predict;

import java.util.Arrays;
import java.util.List;

/**
 * Replicas that lie where they lie.
 *
 * @param ofShards for each shard the node of each of its replicas
 * @param nodes all of which are below this
 */
record KnownPlacement(List<List<Integer>> ofShards, int nodes) implements Placement {
  KnownPlacement {
    ofShards = ofShards.stream().map(List::copyOf).toList();
    int all = nodes;
    if (ofShards.isEmpty()
        || ofShards.stream().anyMatch(List::isEmpty)
        || ofShards.stream().flatMap(List::stream).anyMatch(node -> node < 0 || node >= all)) {
      throw new IllegalArgumentException(
          "every shard needs a replica, on a node from 0 to " + (nodes - 1) + ": " + ofShards);
    }
  }

  @Override
  public int shards() {
    return ofShards.size();
  }

  @Override
  public int replicas(int shard) {
    return ofShards.get(shard).size();
  }

  @Override
  public int node(int shard, int replica) {
    return ofShards.get(shard).get(replica);
  }

  @Override
  public boolean even() {
    return ofShards.stream().allMatch(this::even);
  }

  private boolean even(List<Integer> replicas) {
    int[] times = new int[nodes];
    replicas.forEach(node -> times[node]++);
    return Arrays.stream(times).distinct().count() == 1;
  }
}
