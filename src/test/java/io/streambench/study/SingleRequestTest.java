package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.load.LoadFigures;
import io.streambench.config.Text;
import io.streambench.report.study.StudyDocument;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SingleRequestTest {
  private static StudyDocument document() {
    return new SingleRequest().conclude(SyntheticStudy.of("single-request", 1, Map.of()));
  }

  /** The published factor of 24.3 does not follow from the published figures. */
  @Test
  void thePublishedFactorsAreCalculatedFromThePublishedFigures() {
    LoadFigures one = Published.loads("single-request").get(0);
    LoadFigures hundred = Published.loads("max-concurrent-streams").get(0);
    assertThat(document().findings().get(0))
        .endsWith(
            Text.of(
                "these are %.1f and %.1f.",
                hundred.requestsPerSecond() / one.requestsPerSecond(),
                hundred.whole().mean() / one.whole().mean()));
  }
}
