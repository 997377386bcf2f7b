package io.streambench.flow.predict;

/**
 * The sizes, in bytes, of the responses of one query's shards.
 *
 * @param largestBytes no response is larger
 * @param meanBytes the mean of all responses
 * @param totalBytes all responses together
 */
public record ResponseSizes(long largestBytes, long meanBytes, long totalBytes) {
  private static final long ANY_BYTES = SafeWindowRule.ANY_RESPONSE_BYTES;

  /** A shard twice as large as the mean is what remains if all others were split. */
  private static final int MAX_SHARE_OF_MEAN = 2;

  /** A hash puts so many standard deviations more than the mean into one shard, but rarely more. */
  private static final int MAX_DEVIATIONS = 6;

  /** Any number of responses of up to this size. */
  public static ResponseSizes upTo(long bytes) {
    return new ResponseSizes(bytes, bytes, ANY_BYTES);
  }

  /**
   * The responses of shards over which a hash distributes documents. They are not equal: the
   * largest is assumed to have at most twice the mean, or a little more of few documents.
   */
  public static ResponseSizes ofHashedDocuments(long documents, double documentBytes, int shards) {
    return of(documents, largestShardDocuments(documents, shards), documentBytes, shards);
  }

  /** The responses of shards of which the largest has been counted. */
  public static ResponseSizes of(
      long documents, long largestShard, double documentBytes, int shards) {
    long total = (long) Math.ceil(documents * documentBytes);
    return new ResponseSizes((long) Math.ceil(largestShard * documentBytes), total / shards, total);
  }

  /** Returns a copy without a limit of all responses together. */
  public ResponseSizes withoutTotal() {
    return new ResponseSizes(largestBytes, meanBytes, ANY_BYTES);
  }

  /** The number of documents that the largest of these shards is assumed to have at most. */
  public static long largestShardDocuments(long documents, int shards) {
    long mean = (documents + shards - 1) / shards;
    long deviated = mean + (long) Math.ceil(MAX_DEVIATIONS * Math.sqrt(mean));
    return Math.min(documents, Math.max(MAX_SHARE_OF_MEAN * mean, deviated));
  }

  /** Returns whether the responses of all shards together are limited. */
  public boolean isTotalKnown() {
    return totalBytes != ANY_BYTES;
  }

  /**
   * The total of several queries; {@link SafeWindowRule#ANY_RESPONSE_BYTES} if it is not limited.
   */
  long totalBytes(int queries) {
    return totalBytes <= ANY_BYTES / queries ? totalBytes * queries : ANY_BYTES;
  }
}
