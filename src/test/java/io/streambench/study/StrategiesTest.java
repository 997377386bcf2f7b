package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.predict.SafeWindowRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrategiesTest {
  private final Strategies study = new Strategies();
  private final List<StudyCell> cells = new StudyOrder(study, 1, Scale.FULL, Map.of()).cells();

  /**
   * Concludes the study with what each way does in a second, everywhere. A way that has no speed
   * stalls.
   */
  private StudyReport measured(Map<String, Double> speeds) {
    return SyntheticStudy.document(
        "strategies",
        1,
        label ->
            speeds.entrySet().stream()
                .filter(speed -> label.startsWith(speed.getKey() + "-"))
                .map(Map.Entry::getValue)
                .toList());
  }

  @Test
  void everyWayIsMeasuredAtAllShardsAndRoundTripsBesideHttp1() {
    assertThat(cells).hasSize(7 * 4 * 4);
    assertThat(cells.stream().map(Strategies::way).distinct())
        .containsExactly(
            "http1",
            "buffering",
            "on-receipt",
            "unbounded-session",
            "dynamic-threshold",
            "tuned",
            "connections");
  }

  @Test
  void tunedWindowsAreJettysStrategyWhereNoMergeCanStall() {
    List<StudyCell> tuned =
        cells.stream().filter(cell -> Strategies.way(cell).equals("tuned")).toList();
    assertThat(tuned).hasSize(16);
    for (StudyCell cell : tuned) {
      assertThat(cell.parameters()).containsEntry("flowControl", "buffering");
      SafeWindowRule rule =
          new SafeWindowRule(
              Integer.parseInt(cell.parameters().get("numShards")),
              Integer.parseInt(cell.parameters().get("initialStreamRecvWindow")),
              Integer.parseInt(cell.parameters().get("initialSessionRecvWindow")),
              0.5);
      assertThat(rule.safe()).describedAs(cell.label()).isTrue();
    }
  }

  @Test
  void whatStalledIsToldFirst() {
    StudyReport document =
        measured(Map.of("http1", 2.0, "on-receipt", 2.1, "tuned", 1.9, "dynamic-threshold", 1.0));
    assertThat(document.findings().get(0))
        .isEqualTo(
            "Stalled somewhere: buffering, unbounded-session, connections. Failed somewhere: none.");
  }
}
