package io.streambench.merge;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The documents of a collection: numbered from 0, all of one size, each on one shard.
 *
 * @param documents how many
 * @param documentBytes size of each on the wire, its number included
 * @param shards that hold them
 * @param runs whether each shard holds a run of consecutive numbers; else a hash decides
 */
public record MergedDocuments(int documents, int documentBytes, int shards, boolean runs) {
  /** The number, and a byte to check. */
  public static final int LEAST_BYTES = Integer.BYTES + 1;

  /** The shard of a document. */
  public int shardOf(int number) {
    return runs
        ? (int) (((number + 1L) * shards - 1) / documents)
        : Integer.remainderUnsigned(mixed(number), shards);
  }

  /** The last step of MurmurHash3: consecutive numbers come to lie anywhere. */
  private static int mixed(int number) {
    int mixed = number;
    mixed ^= mixed >>> 16;
    mixed *= 0x85ebca6b;
    mixed ^= mixed >>> 13;
    mixed *= 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }

  /** The bytes of the largest answer of a shard. */
  public long largestAnswerBytes() {
    int largest = 0;
    for (int[] ofShard : numbers()) {
      largest = Math.max(largest, ofShard.length);
    }
    return (long) largest * documentBytes;
  }

  /** The documents of each shard, in their order. */
  int[][] numbers() {
    int[] count = new int[shards];
    for (int number = 0; number < documents; number++) {
      count[shardOf(number)]++;
    }
    int[][] numbers = new int[shards][];
    for (int shard = 0; shard < shards; shard++) {
      numbers[shard] = new int[count[shard]];
      count[shard] = 0;
    }
    for (int number = 0; number < documents; number++) {
      int shard = shardOf(number);
      numbers[shard][count[shard]++] = number;
    }
    return numbers;
  }

  /** The query that asks for the documents of a shard. */
  public String query(int shard) {
    return "shard=" + shard + "&" + String.join("&", arguments());
  }

  /** The values of this record as {@code name=value} arguments of {@link MergeProgram}. */
  public List<String> arguments() {
    return List.of(
        "documents=" + documents, "bytes=" + documentBytes, "shards=" + shards, "runs=" + runs);
  }

  /** The address at which a server on this machine answers such queries over HTTP. */
  public static URI uri(int port) {
    return URI.create(
        "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/");
  }

  /** The answer to such a query. */
  public static ShardAnswer answer(String query) {
    Map<String, String> values = ClientOptions.values(List.of(query.split("&")));
    return new ShardAnswer(of(values), Integer.parseInt(values.get("shard")));
  }

  static MergedDocuments of(Map<String, String> values) {
    return new MergedDocuments(
        Integer.parseInt(values.get("documents")),
        Integer.parseInt(values.get("bytes")),
        Integer.parseInt(values.get("shards")),
        Boolean.parseBoolean(values.get("runs")));
  }
}
