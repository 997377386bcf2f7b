package io.streambench.bench.documents;

import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.solr.common.cloud.CompositeIdRouter;
import org.apache.solr.common.cloud.DocRouter;
import org.apache.solr.common.util.Hash;

/**
 * Computes the size of the shards' responses when a collection of synthetic documents is read. The
 * shard of a document is determined by Solr's hash of the identifier or, with {@link
 * DocumentPlacement#RUNS}, from the document's number.
 */
public final class ExpectedResponse {
  /** The approximate size of a response's status line and headers. */
  private static final int HEADER_BYTES = 100;

  private ExpectedResponse() {}

  /**
   * Returns the expected size of a response that stays unread while the merge waits for another
   * response. If all shards share a session, the result is the mean size of all responses except
   * the smallest; otherwise, the result is the size of the largest response.
   */
  public static long sizeBytes(
      ClusterSettings cluster, DocumentSettings documents, boolean shareSession) {
    int shards = cluster.numShards();
    long[] counts = documentCounts(cluster.placement(), shards, documents.docCount());
    double documentsPerShard =
        shareSession && shards > 1
            ? (double) (documents.docCount() - Arrays.stream(counts).min().orElseThrow())
                / (shards - 1)
            : Arrays.stream(counts).max().orElseThrow();
    return (long) Math.ceil(documentsPerShard * new SyntheticDocuments(documents).jsonBytes())
        + HEADER_BYTES;
  }

  static long[] documentCounts(DocumentPlacement placement, int shards, int documents) {
    if (placement == DocumentPlacement.RUNS) {
      return IntStream.range(0, shards)
          .mapToLong(new DocumentRuns(documents, shards)::documentCountOf)
          .toArray();
    }
    CompositeIdRouter router = new CompositeIdRouter();
    List<DocRouter.Range> ranges = router.partitionRange(shards, router.fullRange());
    int[] ends = ranges.stream().mapToInt(range -> range.max).toArray(); // in ascending order
    long[] counts = new long[shards];
    for (int number = 0; number < documents; number++) {
      String id = SyntheticDocuments.id(number);
      int found = Arrays.binarySearch(ends, Hash.murmurhash3_x86_32(id, 0, id.length(), 0));
      counts[found >= 0 ? found : -found - 1]++;
    }
    return counts;
  }
}
