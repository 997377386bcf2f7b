package io.streambench.documents;

import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentPlacement;
import io.streambench.config.DocumentSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.solr.common.cloud.CompositeIdRouter;
import org.apache.solr.common.cloud.DocRouter;
import org.apache.solr.common.util.Hash;

/**
 * Computes the size of each shard's response when a collection of our own documents is read. Their
 * identifiers are known, and so is the shard of each: Solr hashes it, unless shards hold runs.
 */
public final class ExpectedResponse {
  /** Status line and the head of the answer. */
  private static final int HEAD_BYTES = 100;

  /** Counts by number of shards and of documents: a study often asks for the same ones. */
  private static final Map<List<Integer>, long[]> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 1_000;

  private ExpectedResponse() {}

  /**
   * The bytes of each stream that the merge does not wait for, on average over these streams and at
   * worst. With all shards on one session these are all streams but the smallest; else it is the
   * largest of all.
   *
   * @param together whether all shards surely share a session
   * @return bytes
   */
  public static long bytes(ClusterSettings cluster, DocumentSettings documents, boolean together) {
    int shards = cluster.numShards();
    long[] counts = counts(cluster.placement(), shards, documents.docCount());
    double most =
        together && shards > 1
            ? (double) (documents.docCount() - Arrays.stream(counts).min().orElseThrow())
                / (shards - 1)
            : Arrays.stream(counts).max().orElseThrow();
    return (long) Math.ceil(most * new SyntheticDocuments(documents).jsonBytes()) + HEAD_BYTES;
  }

  /** Documents of each shard; not to be changed. */
  static long[] counts(DocumentPlacement placement, int shards, int documents) {
    if (placement == DocumentPlacement.RUNS) {
      return IntStream.range(0, shards)
          .mapToLong(new DocumentRuns(documents, shards)::count)
          .toArray();
    }
    if (KNOWN.size() > MOST_KNOWN) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(List.of(shards, documents), key -> counted(shards, documents));
  }

  private static long[] counted(int shards, int documents) {
    CompositeIdRouter router = new CompositeIdRouter();
    List<DocRouter.Range> ranges = router.partitionRange(shards, router.fullRange());
    int[] ends = ranges.stream().mapToInt(range -> range.max).toArray(); // in rising order
    long[] counts = new long[shards];
    for (int number = 0; number < documents; number++) {
      String id = SyntheticDocuments.id(number);
      int found = Arrays.binarySearch(ends, Hash.murmurhash3_x86_32(id, 0, id.length(), 0));
      counts[found >= 0 ? found : -found - 1]++;
    }
    return counts;
  }
}
