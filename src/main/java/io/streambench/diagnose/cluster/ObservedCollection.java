package io.streambench.diagnose.cluster;

import io.streambench.flow.predict.Placement;
import io.streambench.flow.predict.ResponseSizes;
import java.util.List;
import java.util.OptionalLong;

/**
 * A collection as reported by its cluster.
 *
 * @param shards the replicas of each active shard
 * @param documents number of documents in all shards; 0 if they were not counted
 * @param largestShard number of documents in the largest shard; assumed if they were not counted
 * @param documentBytes average size of a document in a response; 0 if unknown
 */
public record ObservedCollection(
    String name,
    List<List<Replica>> shards,
    long documents,
    long largestShard,
    double documentBytes,
    int sampled) {
  /** A replica, identified by the URL of its node and the name of its core. */
  public record Replica(String node, String core, boolean active) {}

  ObservedCollection(String name, List<List<Replica>> shards) {
    this(name, shards, 0, 0, 0, 0);
  }

  ObservedCollection withShards(List<List<Replica>> currentShards) {
    return new ObservedCollection(
        name, currentShards, documents, largestShard, documentBytes, sampled);
  }

  /**
   * Returns a copy with the given number of documents and the given average size of a document. An
   * empty argument keeps the current value.
   */
  public ObservedCollection withDocuments(OptionalLong givenCount, OptionalLong givenBytes) {
    long all = givenCount.orElse(documents);
    return new ObservedCollection(
        name,
        shards,
        all,
        documents == 0
            ? ResponseSizes.largestShardDocuments(all, shards.size())
            : (long) Math.ceil((double) all * largestShard / documents),
        givenBytes.isPresent() ? givenBytes.getAsLong() : documentBytes,
        givenBytes.isPresent() ? 0 : sampled);
  }

  /** Returns the approximate size of the largest shard's response; 0 if unknown. */
  public long responseBytes() {
    return (long) Math.ceil(largestShard * documentBytes);
  }

  /**
   * Returns the approximate sizes of the shards' responses. The number of documents must be known.
   * The total size is known only if the size of a document was given and every shard has an active
   * replica.
   */
  public ResponseSizes responseSizes() {
    ResponseSizes sizes = ResponseSizes.of(documents, largestShard, documentBytes, shards.size());
    boolean totalUnknown = sampled > 0 || activeReplicasByShard().size() < shards.size();
    return totalUnknown ? sizes.withoutTotal() : sizes;
  }

  /** Returns the active replicas of each shard. A shard without active replicas is omitted. */
  public List<List<Replica>> activeReplicasByShard() {
    return shards.stream()
        .map(shard -> shard.stream().filter(Replica::active).toList())
        .filter(shard -> !shard.isEmpty())
        .toList();
  }

  public long inactiveReplicaCount() {
    return shards.stream().flatMap(List::stream).filter(replica -> !replica.active()).count();
  }

  /** Returns how many shards would have no active replica while this node restarts. */
  public long countShardsOnlyOn(String node) {
    return activeReplicasByShard().stream()
        .filter(shard -> shard.stream().allMatch(replica -> replica.node().equals(node)))
        .count();
  }

  /**
   * Returns the nodes that hold active replicas of each shard. At least one replica must be active.
   */
  public Placement placement() {
    List<String> nodes =
        activeReplicasByShard().stream()
            .flatMap(List::stream)
            .map(Replica::node)
            .distinct()
            .sorted()
            .toList();
    return Placement.of(
        activeReplicasByShard().stream()
            .map(shard -> shard.stream().map(replica -> nodes.indexOf(replica.node())).toList())
            .toList());
  }
}
