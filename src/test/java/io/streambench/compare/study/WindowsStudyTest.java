package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.base.Installation;
import io.streambench.base.table.ResultTable;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.rule.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WindowsStudyTest {
  private final Study study = Study.forName("windows");
  private final List<StudyCell> cells = new StudyOrder(study, 1, Scale.FULL, Map.of()).cells();

  private static Zone calculateZone(StudyCell cell) {
    return WindowsStudy.safeWindowRule(cell).zone();
  }

  /** Returns a report in which all places follow the rule, except for the given labels. */
  private StudyReport createReport(String... exceptions) {
    Map<String, List<Double>> scores = new HashMap<>();
    for (StudyCell cell : cells) {
      boolean completes =
          calculateZone(cell) == Zone.SAFE ^ List.of(exceptions).contains(cell.label());
      if (completes) {
        scores.put(cell.label(), List.of(0.1));
      }
    }
    return StudyReport.of(SyntheticStudy.of("windows", 1, scores));
  }

  @Test
  void oneRowCrossesThresholdWithJettyWindows() {
    List<StudyCell> line = cells.stream().filter(cell -> cell.label().startsWith("line-")).toList();
    assertThat(line).hasSizeGreaterThan(10);
    for (StudyCell cell : line) {
      assertThat(cell.parameters())
          .containsEntry("initialStreamRecvWindow", "default")
          .containsEntry("initialSessionRecvWindow", "default");
      assertThat(WindowsStudy.safeWindowRule(cell).loadRatio())
          .isCloseTo(Double.parseDouble(cell.label().substring("line-".length())), within(0.001));
    }
  }

  private static long bytesBelowThreshold(StudyCell cell) {
    SafeWindowRule rule = WindowsStudy.safeWindowRule(cell);
    return rule.usableWindow() - rule.maxUnread();
  }

  @Test
  void runsPlacesAreAtOrJustBelowThreshold() {
    List<StudyCell> inRuns =
        cells.stream().filter(cell -> cell.label().startsWith("runs-")).toList();
    assertThat(inRuns).hasSizeGreaterThan(20);
    for (StudyCell cell : inRuns) {
      SafeWindowRule rule = WindowsStudy.safeWindowRule(cell);
      assertThat(cell.parameters()).containsEntry("placement", "runs");
      assertThat(bytesBelowThreshold(cell)).isIn(0L, 1L, 16_384L);
      assertThat(calculateZone(cell))
          .isEqualTo(bytesBelowThreshold(cell) == 0 ? Zone.AT_RISK : Zone.SAFE);
      assertThat(rule.responseBytes())
          .isGreaterThan(Math.max(rule.streamWindow(), rule.maxUnacknowledged()));
    }
  }

  @Test
  void placesOnThresholdAreGroupedByPlacement() {
    StudyReport document =
        createReport("runs-k2-line", "runs-k3-line", "k2-w2.0", "k3-w4.0", "k4-w6.0");
    ResultTable groups = document.tables().get(0);
    assertThat(SyntheticStudy.column(groups, "places")).endsWith("7", "3");
    assertThat(SyntheticStudy.column(groups, "stalled")).endsWith("5", "0");
    assertThat(SyntheticStudy.column(groups, "last stall, in operation")).endsWith("1", "-");
    assertThat(document.findings().toString()).contains("No place contradicts the rule");
  }

  private static List<String> committedFindings(String resultFolder) {
    StudyFolder folder =
        new StudyFolder(Installation.moduleFolder().resolve("docs/results/" + resultFolder));
    return StudyReport.of(folder, Study::forName).findings();
  }

  @Test
  void boundsProbabilityOfUnobservedStalls() {
    assertThat(committedFindings("2026-11-23-windows-runs").get(0))
        .isEqualTo(
            "SAFE: 0 of 15 places stalled, over 30,000 operations: at most 0.01 % of operations and"
                + " 18.1 % of such places stall (95 % confidence).");
    assertThat(createReport("k4-w8.0").findings().get(0)).endsWith(" operations.");
  }

  /** Covers a run in which servers closed the connections of ten places. */
  @Test
  void countsFailedPlacesSeparately() {
    assertThat(committedFindings("2026-11-27-windows-safe"))
        .satisfiesExactly(
            safe -> assertThat(safe).startsWith("SAFE: 0 of 26 places stalled, over 16,000 "),
            failed -> assertThat(failed).startsWith("10 places failed, without a stall"),
            none -> assertThat(none).startsWith("No place contradicts the rule."));
  }

  @Test
  void keepsEvidenceOfPlacesThatContradictRule() {
    for (StudyCell cell : cells) {
      assertThat(study.isEvidenceKept(cell, Outcome.STALLED))
          .isEqualTo(calculateZone(cell) == Zone.SAFE);
      assertThat(study.isEvidenceKept(cell, Outcome.FAILED)).isTrue();
      assertThat(study.isEvidenceKept(cell, Outcome.COMPLETED))
          .isEqualTo(calculateZone(cell) == Zone.LIKELY);
      assertThat(cell.parameters().get("recording"))
          .isEqualTo(calculateZone(cell) == Zone.LIKELY ? "keep" : "on");
    }
  }

  @Test
  void marksPlacesThatContradictRule() {
    StudyReport document = createReport("k4-w8.0", "k12-w1.0");
    assertThat(document.findings()).endsWith("Not as the rule says: k4-w8.0, k12-w1.0.");
    assertThat(
            document.tables().stream()
                .filter(table -> table.caption().startsWith("Every place"))
                .flatMap(table -> table.columns().stream())
                .flatMap(column -> column.entries().stream())
                .filter(ResultTable.Entry::isWrong))
        .hasSize(2);
  }
}
