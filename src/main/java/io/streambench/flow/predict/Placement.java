package io.streambench.flow.predict;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes that hold each shard's replicas. A query uses one random replica of each shard. Nodes
 * and shards are numbered from 0.
 *
 * @param nodesByShard for each shard (one stream of a query), the nodes of its replicas
 * @param nodes the number of nodes
 */
public record Placement(List<List<Integer>> nodesByShard, int nodes) {
  /** Distributes replicas round robin: the numbers of replicas per node differ by at most one. */
  public static Placement roundRobin(int shards, int nodes, int replicas) {
    List<Integer> nodesTwice =
        IntStream.range(0, 2 * nodes).mapToObj(turn -> turn % nodes).toList();
    return new Placement(
        IntStream.range(0, shards)
            .map(shard -> (int) ((long) shard * replicas % nodes))
            .mapToObj(first -> nodesTwice.subList(first, first + replicas))
            .toList(),
        nodes);
  }

  /**
   * Creates a placement from the known nodes of each shard's replicas, at least one for each. A
   * node with two replicas of a shard is listed twice, since it is chosen twice as often.
   */
  public static Placement of(List<List<Integer>> shards) {
    int highest = shards.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
    return new Placement(shards.stream().map(List::copyOf).toList(), highest + 1);
  }

  /** Repeats every shard once per query, because each query chooses its own replicas. */
  public Placement forQueries(int queries) {
    return new Placement(
        Collections.nCopies(queries, nodesByShard).stream().flatMap(List::stream).toList(), nodes);
  }

  public int shards() {
    return nodesByShard.size();
  }

  /** The number of replicas of one shard, at least 1. */
  public int replicas(int shard) {
    return nodesByShard.get(shard).size();
  }

  public long replicas() {
    return nodesByShard.stream().mapToLong(List::size).sum();
  }

  /** The maximum number of streams to one node. */
  public int maxPerNode() {
    int[] streams = new int[nodes];
    int[] lastShard = new int[nodes];
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
                IntStream.range(0, nodes)
                        .map(node -> Collections.frequency(shard, node))
                        .distinct()
                        .count()
                    == 1);
  }
}
