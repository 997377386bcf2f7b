package io.streambench.bench;

import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentSettings;
import io.streambench.documents.SyntheticDocuments;

/** How much each shard answers when a collection of our own documents is read. */
public final class ExpectedResponse {
  /** Status line and the head of the answer. */
  private static final int HEAD_BYTES = 100;

  /** Fewer than one in ten thousand gets more. */
  private static final int DEVIATIONS = 4;

  private ExpectedResponse() {}

  /**
   * An upper bound of what each of those streams brings that the merge does not wait for, on
   * average over them: documents are dealt to shards by the hash of their identifiers, so that some
   * get more. What several bring together differs by less, so it matters how many surely share a
   * session: with one node all of them.
   *
   * @return bytes
   */
  public static long bytes(ClusterSettings cluster, DocumentSettings documents) {
    int shards = cluster.numShards();
    int others = cluster.nodeCount() == 1 ? Math.max(1, shards - 1) : 1;
    double each = (double) documents.docCount() / shards;
    double most =
        Math.min(documents.docCount(), each + DEVIATIONS * Math.sqrt(each * others) / others);
    return (long) Math.ceil(most * new SyntheticDocuments(documents).jsonBytes()) + HEAD_BYTES;
  }
}
