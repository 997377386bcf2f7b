package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExpectedResponseTest {
  private static final DocumentSettings DOCUMENTS =
      new DocumentSettings(10_000, 10_024, 25, 4, 500);

  /**
   * Compares with a cluster of Solr 9.10.1, in which the largest of 12 shards held 883 of 10,000
   * documents.
   */
  @Test
  void distributesDocumentsLikeSolr() {
    long[] counts = ExpectedResponse.documentCounts(DocumentPlacement.HASH, 12, 10_000);
    assertThat(Arrays.stream(counts).sum()).isEqualTo(10_000);
    assertThat(Arrays.stream(counts).max()).hasValue(883);
  }

  /** Compares runs with hash placement, whose largest shard gets more than its share. */
  @Test
  void runsDistributeDocumentsEvenly() {
    assertThat(ExpectedResponse.documentCounts(DocumentPlacement.RUNS, 3, 1_000))
        .containsExactly(333, 333, 334);
    ClusterSettings runs = ClusterSettings.embedded(1, 3, 1, DocumentPlacement.RUNS);
    ClusterSettings hash = ClusterSettings.embedded(1, 3, 1, DocumentPlacement.HASH);
    assertThat(ExpectedResponse.sizeBytes(runs, DOCUMENTS, false))
        .isLessThan(ExpectedResponse.sizeBytes(hash, DOCUMENTS, false));
  }

  @Test
  void totalResponseExcludesSmallestShard() {
    ClusterSettings one = ClusterSettings.embedded(1, 12, 1, DocumentPlacement.HASH);
    ClusterSettings two = ClusterSettings.embedded(2, 12, 1, DocumentPlacement.HASH);
    long together = ExpectedResponse.sizeBytes(one, DOCUMENTS, true);
    long apart = ExpectedResponse.sizeBytes(two, DOCUMENTS, false);
    assertThat(together).isLessThan(apart);
    assertThat(together * 11).isLessThan(10_000L * 10_700 * 935 / 1_000);
  }
}
