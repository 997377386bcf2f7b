package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The words are chosen by the figures. */
class Http1VsHttp2Test {
  private static final List<Double> THREE = List.of(3.0, 3.05, 2.95, 3.02, 2.98);
  private static final List<Double> HALF = List.of(0.5, 0.51, 0.49, 0.505, 0.495);

  private static List<Double> scores(String label) {
    return switch (label) {
      case "A1", "A5", "A6", "A7", "A5-log" -> THREE;
      case "A3", "A4", "A3-log" -> HALF;
      default -> List.of();
    };
  }

  private final StudyReport document =
      SyntheticStudy.document("http1-vs-http2", 5, Http1VsHttp2Test::scores);
  private final ResultTable measured = document.tables().get(0);

  @Test
  void whereHttp2IsSlowItSaysByHowMuch() {
    assertThat(String.join(" ", document.findings()))
        .contains("A3 83 % slower, ratio 0.1667 (")
        .contains("published 6.69; here warm 6.00 (");
    assertThat(SyntheticStudy.column(measured, "compared with HTTP/1.1 (A5, A5-log)"))
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
  void aStallLeadsToItsFolder() {
    assertThat(measured.columns())
        .flatExtracting(ResultTable.Column::entries)
        .contains(new ResultTable.Entry("stalled in 5 of 5", Optional.of("stalls/A2")));
  }
}
