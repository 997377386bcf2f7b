package io.streambench.study.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObserverCostTest {
  private static final List<Double> THREE = List.of(3.0, 3.05, 2.95, 3.02, 2.98);
  private static final List<Double> TWO = List.of(2.0, 2.05, 1.95, 2.02, 1.98);

  @Test
  void whatCostsIsTellableFromWhatIsNotShownTo() {
    Map<String, List<Double>> scores =
        SyntheticStudy.scores(
            "http1-off",
            THREE,
            "http1-recording",
            THREE,
            "http1-stalls",
            THREE,
            "http1-full",
            THREE,
            "http2-off",
            THREE,
            "http2-recording",
            THREE,
            "http2-stalls",
            THREE,
            "http2-full",
            TWO);
    StudyResults results = SyntheticStudy.of("observer-cost", 5, scores);
    assertThat(results.order().study().conclude(results).findings())
        .singleElement()
        .asString()
        .startsWith("Compared with off: http2-full 33 % slower, ratio 0.67 (")
        .contains("; no evidence of a difference in 5 of 6 cells");
  }
}
