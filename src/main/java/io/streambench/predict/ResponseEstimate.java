package io.streambench.predict;

import java.util.List;

/**
 * About how much the shards of a collection answer to a stream of all its documents. An estimate:
 * documents that were not looked at are taken to be as large, on average, as those that were.
 *
 * @param documents of all shards
 * @param largestShard documents of the shard that has the most
 * @param documentBytes of one document on the wire, on average
 * @param sampled documents by which that was measured; 0 if it was given
 */
public record ResponseEstimate(
    long documents, long largestShard, double documentBytes, int sampled) {
  public ResponseEstimate {
    if (largestShard < 1 || largestShard > documents || !(documentBytes > 0)) {
      throw new IllegalArgumentException(
          largestShard + " of " + documents + " documents of " + documentBytes + " bytes");
    }
  }

  /**
   * Documents of the largest shard, if a collection had so many in the proportion of those that
   * were counted; where there are none all shards get the same.
   */
  public static long largestShard(long documents, List<Long> counted) {
    long all = counted.stream().mapToLong(Long::longValue).sum();
    long most = counted.stream().mapToLong(Long::longValue).max().orElseThrow();
    return all == 0
        ? (documents + counted.size() - 1) / counted.size()
        : (long) Math.ceil((double) documents * most / all);
  }

  /** The size of the answer of the largest shard, in bytes. */
  public long responseBytes() {
    return (long) Math.ceil(largestShard * documentBytes);
  }
}
