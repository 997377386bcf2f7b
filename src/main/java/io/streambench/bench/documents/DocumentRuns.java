package io.streambench.bench.documents;

/** The documents of a collection, cut into one run of consecutive numbers for each shard. */
public record DocumentRuns(int documents, int shards) {
  /** The name of a shard, counted from 0: as Solr names the shards of a hash. */
  public static String shardName(int shard) {
    return "shard" + (shard + 1);
  }

  /** The number of a shard's first document; behind the last shard, the number of documents. */
  int first(int shard) {
    return (int) ((long) documents * shard / shards);
  }

  public int count(int shard) {
    return first(shard + 1) - first(shard);
  }

  int shardOf(int number) {
    return (int) (((number + 1L) * shards - 1) / documents);
  }
}
