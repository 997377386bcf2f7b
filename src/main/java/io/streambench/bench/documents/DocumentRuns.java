package io.streambench.bench.documents;

/**
 * Divides the documents of a collection into runs: each shard gets documents with consecutive
 * numbers.
 */
public record DocumentRuns(int documents, int shards) {
  /** Returns the name that Solr's hash routing gives to a shard; shards are numbered from 0. */
  public static String shardName(int shard) {
    return "shard" + (shard + 1);
  }

  /**
   * Returns the number of the first document of a shard. For the number of shards, returns the
   * number of documents.
   */
  int firstOf(int shard) {
    return (int) ((long) documents * shard / shards);
  }

  public int countOf(int shard) {
    return firstOf(shard + 1) - firstOf(shard);
  }

  int shardOf(int number) {
    return (int) (((number + 1L) * shards - 1) / documents);
  }
}
