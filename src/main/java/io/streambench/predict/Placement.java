package io.streambench.predict;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes of each shard's replicas. A query takes one replica of each shard at random. Nodes and
 * shards are numbers from 0.
 *
 * @param ofShards for each shard, which is one stream of a query, the node of each of its replicas
 * @param nodes that streams can go to
 */
public record Placement(List<List<Integer>> ofShards, int nodes) {
  /** Lays replicas on nodes in turn: every node has as many replicas as any other, or one more. */
  public static Placement byTurns(int shards, int nodes, int replicas) {
    if (shards < 1 || nodes < 1 || replicas < 1 || replicas > nodes) {
      throw new IllegalArgumentException(
          shards + " shards, " + nodes + " nodes, " + replicas + " replicas");
    }
    List<Integer> twice = IntStream.range(0, 2 * nodes).mapToObj(turn -> turn % nodes).toList();
    return new Placement(
        IntStream.range(0, shards)
            .map(shard -> (int) ((long) shard * replicas % nodes))
            .mapToObj(first -> twice.subList(first, first + replicas))
            .toList(),
        nodes);
  }

  /**
   * Creates a placement from the known nodes of the replicas of each shard; a node with two of them
   * is listed twice, since it is chosen twice as often.
   */
  public static Placement of(List<List<Integer>> shards) {
    if (shards.isEmpty()
        || shards.stream().anyMatch(List::isEmpty)
        || shards.stream().flatMap(List::stream).anyMatch(node -> node < 0)) {
      throw new IllegalArgumentException("every shard needs a replica, on a node: " + shards);
    }
    int highest = shards.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(0);
    return new Placement(shards.stream().map(List::copyOf).toList(), highest + 1);
  }

  /** The same for so many queries at a time, each of which chooses for itself. */
  public Placement times(int queries) {
    return new Placement(
        Collections.nCopies(queries, ofShards).stream().flatMap(List::stream).toList(), nodes);
  }

  public int shards() {
    return ofShards.size();
  }

  /** Replicas of one shard, at least one. */
  public int replicas(int shard) {
    return ofShards.get(shard).size();
  }

  public long replicas() {
    return ofShards.stream().mapToLong(List::size).sum();
  }

  /** The most streams of one query that can ever go to one node. */
  public int mostOnNode() {
    int[] possible = new int[nodes];
    int[] lastShard = new int[nodes];
    for (int shard = 0; shard < ofShards.size(); shard++) {
      for (int node : ofShards.get(shard)) {
        if (lastShard[node] != shard + 1) { // a second replica there is no second stream
          lastShard[node] = shard + 1;
          possible[node]++;
        }
      }
    }
    return Arrays.stream(possible).max().orElse(0);
  }

  /** Returns whether each shard has as many replicas on any node as on every other. */
  boolean even() {
    return ofShards.stream()
        .allMatch(
            shard ->
                IntStream.range(0, nodes)
                        .map(node -> Collections.frequency(shard, node))
                        .distinct()
                        .count()
                    == 1);
  }
}
