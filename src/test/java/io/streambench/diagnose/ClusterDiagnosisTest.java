package io.streambench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.SeenCollection.Replica;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterDiagnosisTest {
  private static int notSafeFrom(int shardsOnANode) {
    SeenCollection small =
        new SeenCollection(
            "small",
            Collections.nCopies(shardsOnANode, List.of(new Replica("http://a", "c", true))),
            shardsOnANode,
            1,
            100,
            1);
    return ClusterDiagnosis.of(new Looks(List.of(small), List.of()), Duration.ofSeconds(10))
        .collections()
        .get(0)
        .notSafeFromQueries();
  }

  @Test
  void moreStreamsThanFourConnectionsTakeCanStallWhateverTheirSize() {
    assertThat(notSafeFrom(8)).isZero(); // 64 queries are the 512 streams that fit
    assertThat(notSafeFrom(24)).isEqualTo(22); // 528 streams
  }
}
