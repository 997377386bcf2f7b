package io.streambench.cluster;

import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.cloud.Replica;

/**
 * Measures how large a document is on the wire, by a few dozen: the oldest and the newest of some
 * shards.
 */
final class DocumentSample {
  private static final int DOCUMENTS = 64;
  private static final int MOST_SHARDS = 8;
  private static final List<String> ENDS = List.of("asc", "desc");

  private final ShardProbe probe;
  private int sampled;
  private long bytes;

  DocumentSample(ShardProbe probe) {
    this.probe = probe;
  }

  /**
   * Reads them.
   *
   * @param replicas one of each shard
   * @param counts how many documents each of these has, and the bytes of an answer without any
   */
  void read(List<Replica> replicas, List<ShardProbe.Empty> counts) throws Exception {
    List<Integer> filled = new ArrayList<>();
    for (int shard = 0; shard < replicas.size(); shard++) {
      if (counts.get(shard).documents() > 0) {
        filled.add(shard);
      }
    }
    int shards = Math.min(MOST_SHARDS, filled.size());
    for (int i = 0; i < shards; i++) {
      int shard = filled.get(i * filled.size() / shards);
      ShardProbe.Empty empty = counts.get(shard);
      int rows = (int) Math.min(DOCUMENTS / shards / ENDS.size(), empty.documents());
      for (String end : ENDS) {
        bytes += probe.bytes(replicas.get(shard), rows, end) - empty.bytes();
        sampled += rows;
      }
    }
  }

  /** Documents that were read. */
  int sampled() {
    return sampled;
  }

  /** The size of one, on average. */
  double documentBytes() {
    return (double) bytes / sampled;
  }
}
