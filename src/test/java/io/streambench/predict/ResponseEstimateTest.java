package io.streambench.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseEstimateTest {
  @Test
  void theLargestShardAnswersItsDocuments() {
    assertThat(new ResponseEstimate(1_000, 301, 99.5, 64).responseBytes()).isEqualTo(29_950);
  }

  @Test
  void otherDocumentsLieAsThoseThatAreThere() {
    List<Long> counted = List.of(100L, 300L, 200L);
    assertThat(ResponseEstimate.largestShard(600, counted)).isEqualTo(300);
    assertThat(ResponseEstimate.largestShard(6_001, counted)).isEqualTo(3_001);
  }

  @Test
  void whereNoneAreThereAllShardsGetTheSame() {
    assertThat(ResponseEstimate.largestShard(100, List.of(0L, 0L, 0L))).isEqualTo(34);
  }
}
