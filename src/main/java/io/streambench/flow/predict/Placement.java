package io.streambench.flow.predict;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes that hold each shard's replicas. A query opens one stream per shard, to a random
 * replica. Nodes and shards are numbered from 0.
 *
 * @param nodesByShard for each shard, the nodes of its replicas
 * @param nodeCount the number of nodes
 */
public record Placement(List<List<Integer>> nodesByShard, int nodeCount) {
  /** Creates a round-robin placement: the replica counts of nodes differ by at most one. */
  public static Placement roundRobin(int shards, int nodes, int replicas) {
    List<Integer> nodesTwice =
        IntStream.range(0, 2 * nodes).mapToObj(index -> index % nodes).toList();
    return new Placement(
        IntStream.range(0, shards)
            .map(shard -> (int) ((long) shard * replicas % nodes))
            .mapToObj(first -> nodesTwice.subList(first, first + replicas))
            .toList(),
        nodes);
  }

  /**
   * Creates a placement from the nodes of each shard's replicas. Each shard needs at least one
   * node; a node with two replicas of a shard is listed twice.
   */
  public static Placement of(List<List<Integer>> shards) {
    int highest = shards.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
    return new Placement(shards.stream().map(List::copyOf).toList(), highest + 1);
  }

  /**
   * Returns a placement that contains each shard once per query, because every query chooses its
   * own replicas.
   */
  public Placement forQueries(int queries) {
    return new Placement(
        Collections.nCopies(queries, nodesByShard).stream().flatMap(List::stream).toList(),
        nodeCount);
  }

  public int shardCount() {
    return nodesByShard.size();
  }

  /** Returns the number of replicas of one shard, at least 1. */
  public int replicaCount(int shard) {
    return nodesByShard.get(shard).size();
  }

  public long replicaCount() {
    return nodesByShard.stream().mapToLong(List::size).sum();
  }

  /** Returns the maximum number of streams to one node. */
  public int maxStreamsPerNode() {
    int[] streams = new int[nodeCount];
    int[] lastShard = new int[nodeCount];
    for (int shard = 0; shard < nodesByShard.size(); shard++) {
      for (int node : nodesByShard.get(shard)) {
        if (lastShard[node] != shard + 1) { // a second replica on the same node adds no stream
          lastShard[node] = shard + 1;
          streams[node]++;
        }
      }
    }
    return Arrays.stream(streams).max().orElse(0);
  }

  /** Returns whether each shard has the same number of replicas on every node. */
  boolean isEven() {
    return nodesByShard.stream()
        .allMatch(
            shard ->
                IntStream.range(0, nodeCount)
                        .map(node -> Collections.frequency(shard, node))
                        .distinct()
                        .count()
                    == 1);
  }
}
