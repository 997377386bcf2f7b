package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cli.Studies;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import io.streambench.report.table.ResultTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The words are chosen by the figures. */
class Http1VsHttp2Test {
  private static final List<Double> THREE = List.of(3.0, 3.05, 2.95, 3.02, 2.98);
  private static final List<Double> HALF = List.of(0.5, 0.51, 0.49, 0.505, 0.495);
  private static final List<Double> NONE = List.of();

  private static StudyReport document(
      int forks, List<Double> a2, List<Double> a3, List<Double> a4, List<Double> a5) {
    StudyResults results =
        SyntheticStudy.of(
            "http1-vs-http2",
            forks,
            Map.of(
                "A1", THREE, "A2", a2, "A3", a3, "A4", a4, "A5", a5, "A6", THREE, "A7", THREE,
                "A3-log", HALF, "A5-log", THREE));
    return results.order().study().conclude(results);
  }

  private static String findings(StudyReport document) {
    return String.join(" ", document.findings());
  }

  private static List<String> column(StudyReport document, String head) {
    return SyntheticStudy.column(document.tables().get(0), head);
  }

  @Test
  void whereHttp2IsSlowItSaysByHowMuch() {
    StudyReport document = document(5, NONE, HALF, HALF, THREE);
    assertThat(findings(document))
        .contains("A3 83 % slower, ratio 0.1667 (")
        .contains("published 6.69; here warm 6.00 (");
    assertThat(column(document, "compared with HTTP/1.1 (A5, A5-log)"))
        .startsWith("-", "-")
        .element(2)
        .asString()
        .startsWith("83 % slower, ratio 0.1667 (");
  }

  @Test
  void nothingIsRecordedAndTheFiveThatAreAsPublishedAreNotWarm() {
    Study study = Studies.named("http1-vs-http2");
    assertThat(study.cells(Scale.FULL))
        .allSatisfy(cell -> assertThat(cell.parameters()).containsEntry("recording", "off"));
    assertThat(
            study.cells(Scale.FULL).stream()
                .filter(cell -> study.timing(cell, Scale.FULL).warmupSeconds() < 40)
                .map(StudyCell::label))
        .containsExactly("A1-log", "A2-log", "A3-log", "A4-log", "A5-log");
  }

  @Test
  void theTunedWindowsAreSafeByTheRule() {
    Study study = Studies.named("http1-vs-http2");
    StudyCell tuned =
        study.cells(Scale.FULL).stream()
            .filter(cell -> cell.label().equals("A6"))
            .findFirst()
            .orElseThrow();
    SafeWindowRule rule =
        new SafeWindowRule(
            12, 8 << 20, Integer.parseInt(tuned.parameters().get("initialSessionRecvWindow")), 0.5);
    assertThat(rule.zone()).isEqualTo(Zone.SAFE);
  }

  @Test
  void aStallLeadsToItsFolder() {
    assertThat(document(5, NONE, THREE, THREE, THREE).tables().get(0).columns())
        .flatExtracting(ResultTable.Column::entries)
        .contains(new ResultTable.Entry("stalled in 5 of 5", java.util.Optional.of("stalls/A2")));
  }
}
