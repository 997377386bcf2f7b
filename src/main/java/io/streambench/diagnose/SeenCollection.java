package io.streambench.diagnose;

import io.streambench.predict.Placement;
import java.util.List;
import java.util.OptionalLong;

/**
 * A collection as its cluster knows it.
 *
 * @param shards the active ones
 * @param documents of all shards; 0 if they were not counted
 * @param documentBytes of one on the wire, on average; 0 if none was looked at
 */
public record SeenCollection(
    String name,
    List<List<Replica>> shards,
    long documents,
    long largestShard,
    double documentBytes,
    int sampled) {
  /** A replica, by the URLs of its node and of itself. */
  public record Replica(String node, String core, boolean active) {}

  SeenCollection(String name, List<List<Replica>> shards) {
    this(name, shards, 0, 0, 0, 0);
  }

  /** With its replicas where they are now. */
  SeenCollection with(List<List<Replica>> now) {
    return new SeenCollection(name, now, documents, largestShard, documentBytes, sampled);
  }

  /** As if it had so many documents of that size, where these are given. */
  public SeenCollection with(OptionalLong given, OptionalLong bytes) {
    long all = given.orElse(documents);
    return new SeenCollection(
        name,
        shards,
        all,
        documents == 0
            ? (all + shards.size() - 1) / shards.size()
            : (long) Math.ceil((double) all * largestShard / documents),
        bytes.isPresent() ? bytes.getAsLong() : documentBytes,
        bytes.isPresent() ? 0 : sampled);
  }

  /** About how many bytes the largest shard answers; 0 if that is unknown. */
  public long responseBytes() {
    return (long) Math.ceil(largestShard * documentBytes);
  }

  /** The replicas of each shard that a stream can go to; without shards that have none. */
  public List<List<Replica>> active() {
    return shards.stream()
        .map(shard -> shard.stream().filter(Replica::active).toList())
        .filter(shard -> !shard.isEmpty())
        .toList();
  }

  public long notActive() {
    return shards.stream().flatMap(List::stream).filter(replica -> !replica.active()).count();
  }

  /** How many shards only this node has active: they are gone while it restarts. */
  public long onlyOn(String node) {
    return active().stream()
        .filter(shard -> shard.stream().allMatch(replica -> replica.node().equals(node)))
        .count();
  }

  /** Where streams can go; needs a shard that is up. */
  public Placement placement() {
    List<String> nodes =
        active().stream().flatMap(List::stream).map(Replica::node).distinct().sorted().toList();
    return Placement.of(
        active().stream()
            .map(shard -> shard.stream().map(replica -> nodes.indexOf(replica.node())).toList())
            .toList());
  }
}
