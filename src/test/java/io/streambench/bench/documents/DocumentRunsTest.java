package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DocumentRunsTest {

  @Property
  void runsAreConsecutiveAndCoverAllDocuments(
      @ForAll @IntRange(min = 1, max = 300) int documents,
      @ForAll @IntRange(min = 1, max = 100) int shards) {
    DocumentRuns runs = new DocumentRuns(documents, shards);
    int number = 0;
    for (int shard = 0; shard < shards; shard++) {
      assertThat(runs.documentCountOf(shard)).isBetween(documents / shards, documents / shards + 1);
      for (int i = 0; i < runs.documentCountOf(shard); i++) {
        assertThat(runs.shardOf(number++)).isEqualTo(shard);
      }
      assertThat(runs.firstDocumentOf(shard + 1)).isEqualTo(number);
    }
    assertThat(number).isEqualTo(documents);
    assertThat(IntStream.range(0, shards).map(runs::documentCountOf).sum()).isEqualTo(documents);
  }

  @Property(tries = 20)
  void maxDocumentCountDoesNotOverflow(@ForAll @IntRange(min = 1, max = 1_000) int shards) {
    DocumentRuns runs = new DocumentRuns(Integer.MAX_VALUE, shards);
    assertThat(runs.shardOf(0)).isZero();
    assertThat(runs.shardOf(Integer.MAX_VALUE - 1)).isEqualTo(shards - 1);
    assertThat(runs.firstDocumentOf(shards)).isEqualTo(Integer.MAX_VALUE);
  }
}
