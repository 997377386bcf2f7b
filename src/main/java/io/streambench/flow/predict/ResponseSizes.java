package io.streambench.flow.predict;

/**
 * The sizes, in bytes, of the responses of one query's shards.
 *
 * @param largest no response is larger
 * @param mean the mean of all responses
 * @param total all responses together
 */
public record ResponseSizes(long largest, long mean, long total) {
  private static final long ANY = SafeWindowRule.ANY_RESPONSE;

  /** A shard twice as large as the mean is what remains if all others were split. */
  private static final int MAX_SHARE = 2;

  /** A hash puts so many standard deviations more than the mean into one shard, but rarely more. */
  private static final int MAX_DEVIATIONS = 6;

  /** Any number of responses of up to this size. */
  public static ResponseSizes upTo(long bytes) {
    return new ResponseSizes(bytes, bytes, ANY);
  }

  /**
   * The responses of shards over which a hash distributes documents. They are not equal: the
   * largest is assumed to have at most twice the mean, or a little more of few documents.
   */
  public static ResponseSizes ofHashed(long documents, double documentBytes, int shards) {
    return of(documents, largestShard(documents, shards), documentBytes, shards);
  }

  /** The responses of shards of which the largest has been counted. */
  public static ResponseSizes of(
      long documents, long largestShard, double documentBytes, int shards) {
    long total = (long) Math.ceil(documents * documentBytes);
    return new ResponseSizes((long) Math.ceil(largestShard * documentBytes), total / shards, total);
  }

  /** The number of documents that the largest of these shards is assumed to have at most. */
  public static long largestShard(long documents, int shards) {
    long mean = (documents + shards - 1) / shards;
    long deviated = mean + (long) Math.ceil(MAX_DEVIATIONS * Math.sqrt(mean));
    return Math.min(documents, Math.max(MAX_SHARE * mean, deviated));
  }

  /** Returns whether the responses of all shards together are limited. */
  public boolean isTotalKnown() {
    return total != ANY;
  }

  /** The total of several queries; {@link SafeWindowRule#ANY_RESPONSE} if it is not limited. */
  long total(int queries) {
    return isTotalKnown() ? total * queries : ANY;
  }
}
