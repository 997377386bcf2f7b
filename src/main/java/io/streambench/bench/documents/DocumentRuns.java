package io.streambench.bench.documents;

/**
 * A division of a collection's documents into runs, so that each shard gets documents with
 * consecutive numbers.
 */
public record DocumentRuns(int documentCount, int shardCount) {
  /** Returns the name that Solr's hash routing gives to a shard; shards are numbered from 0. */
  public static String shardName(int shard) {
    return "shard" + (shard + 1);
  }

  /**
   * Returns the number of the first document of a shard. For the number of shards, returns the
   * number of documents.
   */
  int firstDocumentOf(int shard) {
    return (int) ((long) documentCount * shard / shardCount);
  }

  public int documentCountOf(int shard) {
    return firstDocumentOf(shard + 1) - firstDocumentOf(shard);
  }

  int shardOf(int number) {
    return (int) (((number + 1L) * shardCount - 1) / documentCount);
  }
}
