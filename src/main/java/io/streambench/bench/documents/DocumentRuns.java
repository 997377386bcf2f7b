package io.streambench.bench.documents;

/** The documents of a collection, divided into one run of consecutive numbers per shard. */
public record DocumentRuns(int documents, int shards) {
  /**
   * The name of the shard with this number, counted from 0. Solr uses the same names with hash
   * routing.
   */
  public static String shardName(int shard) {
    return "shard" + (shard + 1);
  }

  /**
   * The number of the first document of a shard; the number of all documents if {@code shard} is
   * one past the last.
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
