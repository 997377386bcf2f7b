package io.streambench.bench.documents;

/** The documents of a collection, divided into one run of consecutive numbers per shard. */
public record DocumentRuns(int documents, int shards) {
  /** The name of a shard, counted from 0; the same as with Solr's hash routing. */
  public static String shardName(int shard) {
    return "shard" + (shard + 1);
  }

  /** The first document of a shard; for one past the last shard, the number of all documents. */
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
