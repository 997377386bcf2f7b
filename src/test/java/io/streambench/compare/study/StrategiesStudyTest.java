package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StrategiesStudyTest {
  @Test
  void everyWayIsMeasuredAtAllShardsAndRoundTripsBesideHttp1() {
    List<StudyCell> cells = new StrategiesStudy().cells(Scale.FULL);
    assertThat(cells).hasSize(7 * 4 * 4);
    assertThat(cells.stream().map(StrategiesStudy::strategyOf).distinct())
        .containsExactly(
            "http1",
            "buffering",
            "on-receipt",
            "unbounded-session",
            "memory-bound",
            "tuned",
            "connections");
  }

  @Test
  void whatStalledIsToldFirst() {
    String completed = "(http1|on-receipt|tuned|memory-bound)-.*";
    StudyReport document =
        SyntheticStudy.document(
            "strategies", 1, label -> label.matches(completed) ? List.of(2.0) : List.of());
    assertThat(document.findings().get(0))
        .isEqualTo(
            "Stalled somewhere: buffering, unbounded-session, connections. Failed somewhere: none.");
  }
}
