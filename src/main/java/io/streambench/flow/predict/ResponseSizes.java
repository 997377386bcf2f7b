package io.streambench.flow.predict;

/**
 * The sizes, in bytes, of the responses of one query's shards.
 *
 * @param largestBytes the upper limit of the size of a response
 * @param meanBytes the mean size of all responses
 * @param totalBytes the total size of all responses
 */
public record ResponseSizes(long largestBytes, long meanBytes, long totalBytes) {
  private static final long ANY_BYTES = SafeWindowRule.ANY_RESPONSE_BYTES;

  /**
   * The maximum ratio of the largest shard to the mean. The ratio is 2 if all other shards have
   * been split.
   */
  private static final int MAX_SHARE_OF_MEAN = 2;

  /**
   * The number of standard deviations by which the largest of several shards rarely exceeds the
   * mean of a hash distribution.
   */
  private static final int MAX_DEVIATIONS = 6;

  /** Returns sizes for any number of responses of at most {@code bytes} each. */
  public static ResponseSizes upTo(long bytes) {
    return new ResponseSizes(bytes, bytes, ANY_BYTES);
  }

  /**
   * Returns the sizes for shards over which a hash distributes the documents. The largest shard is
   * assumed to have at most twice the mean, or slightly more if there are few documents.
   */
  public static ResponseSizes ofHashedDocuments(long documents, double documentBytes, int shards) {
    return of(documents, largestShardDocuments(documents, shards), documentBytes, shards);
  }

  /** Returns the sizes for shards if the documents of the largest shard have been counted. */
  public static ResponseSizes of(
      long documents, long largestShard, double documentBytes, int shards) {
    long total = (long) Math.ceil(documents * documentBytes);
    return new ResponseSizes((long) Math.ceil(largestShard * documentBytes), total / shards, total);
  }

  /** Returns a copy without a limit of the total size. */
  public ResponseSizes withoutTotal() {
    return new ResponseSizes(largestBytes, meanBytes, ANY_BYTES);
  }

  /** Returns the assumed maximum number of documents in the largest of these shards. */
  public static long largestShardDocuments(long documents, int shards) {
    long mean = (documents + shards - 1) / shards;
    long deviated = mean + (long) Math.ceil(MAX_DEVIATIONS * Math.sqrt(mean));
    return Math.min(documents, Math.max(MAX_SHARE_OF_MEAN * mean, deviated));
  }

  /** Returns whether the total size of the responses is limited. */
  public boolean isTotalKnown() {
    return totalBytes != ANY_BYTES;
  }

  /**
   * Returns the total size for several queries; {@link SafeWindowRule#ANY_RESPONSE_BYTES} if there
   * is no limit.
   */
  long totalBytes(int queries) {
    return totalBytes <= ANY_BYTES / queries ? totalBytes * queries : ANY_BYTES;
  }
}
