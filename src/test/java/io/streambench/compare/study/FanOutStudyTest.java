package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FanOutStudyTest {
  private static final List<Double> FAST = List.of(10_100., 10_300., 10_500., 10_700., 10_900.);

  private static Map<String, List<Double>> publishedScores() {
    Map<String, List<Double>> scores = new LinkedHashMap<>();
    for (int most : List.of(1, 5, 10, 25, 50, 100, 300, 500, 750, 1000, 2000)) {
      scores.put("pool-" + most, scaledScores(most < 1000 ? 1 : 33));
      scores.put("threads-" + most, scaledScores(most < 1000 ? 1 : 16));
      scores.put("virtual-" + most, scaledScores(most < 1000 ? 1 : 40));
    }
    return scores;
  }

  private static List<Double> scaledScores(double factor) {
    return FAST.stream().map(score -> score * factor).toList();
  }

  private static StudyReport createReport(Map<String, List<Double>> scoresByLabel) {
    return StudyReport.of(SyntheticStudy.of("fan-out", 5, scoresByLabel));
  }

  private static String poolCell(StudyReport document, String head) {
    return SyntheticStudy.column(document.tables().get(0), head).get(0);
  }

  @Test
  void findsPublishedCliff() {
    StudyReport document = createReport(publishedScores());
    assertThat(document.findings().get(0))
        .isEqualTo(
            "POOL: with maxConcurrent 1,000 to 2,000 the time is 33.0 times that with 1 to 750."
                + " Recommended: at most 750.");
    assertThat(poolCell(document, "there in, % of the resamples")).isEqualTo("100");
    assertThat(poolCell(document, "last before it")).isEqualTo("750");
  }

  @Test
  void findsNoCliffInConstantScores() {
    Map<String, List<Double>> scores = publishedScores();
    scores.replaceAll((label, old) -> FAST);
    assertThat(createReport(scores).findings().get(0)).startsWith("POOL: no cliff");
  }

  @Test
  void omitsVirtualThreadsBelowJdk21WithReason() {
    Study study = Study.forName("fan-out");
    StudyOrder old = new StudyOrder(study, 1, Scale.FULL, Map.of(), 17, List.of(), "");
    StudyOrder recent = new StudyOrder(study, 1, Scale.FULL, Map.of(), 21, List.of(), "");
    assertThat(old.cells()).hasSize(22);
    assertThat(old.omissionReasons()).hasSize(1);
    assertThat(old.omissionReasons().get(0)).contains("VIRTUAL", "JDK 21", "17");
    assertThat(recent.cells()).hasSize(33);
    assertThat(recent.omissionReasons()).isEmpty();
  }
}
