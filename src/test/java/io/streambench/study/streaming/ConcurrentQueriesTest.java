package io.streambench.study.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cli.Studies;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConcurrentQueriesTest {
  private static final List<Double> SIX = List.of(6.0, 6.1, 5.9, 6.04, 5.96);
  private static final List<Double> FOUR = List.of(4.0, 4.05, 3.95, 4.02, 3.98);
  private static final List<Double> NONE = List.of();

  private static StudyDocument document() {
    StudyResults results =
        SyntheticStudy.of(
            "concurrent-queries",
            5,
            SyntheticStudy.scores(
                "http1-1",
                SIX,
                "http1-4",
                SIX,
                "http1-16",
                NONE,
                "stock-1",
                NONE,
                "stock-4",
                NONE,
                "stock-16",
                NONE,
                "small-window-1",
                SIX,
                "small-window-4",
                NONE,
                "small-window-16",
                NONE,
                "dynamic-threshold-1",
                SIX,
                "dynamic-threshold-4",
                FOUR,
                "dynamic-threshold-16",
                FOUR));
    return results.order().study().conclude(results);
  }

  @Test
  void eachWayIsToldWithWhatStalledAndHowFastTheRestIs() {
    List<String> findings = document().findings();
    assertThat(findings).hasSize(4);
    assertThat(findings.get(0))
        .isEqualTo("HTTP/1.1: completed with 1, 4 at a time; stalled in 5 of 5 with 16 at a time.");
    assertThat(findings.get(1)).contains("Jetty's windows").doesNotContain("completed");
    assertThat(findings.get(2))
        .contains("1 at a time: no evidence of a difference")
        .contains("stalled in 5 of 5 with 4");
    assertThat(findings.get(3)).contains("4 at a time: 33 % slower, ratio 0.67 (");
  }

  @Test
  void whereHttp1HungThereIsNothingToCompareWith() {
    List<String> compared =
        document().tables().get(0).columns().stream()
            .filter(column -> column.head().equals("compared with HTTP/1.1"))
            .flatMap(column -> column.entries().stream())
            .map(ResultTable.Entry::text)
            .toList();
    assertThat(compared.get(11)).isEqualTo("-");
  }

  @Test
  void everyQueryIsAThreadOfTheSameClientAndNothingIsRecorded() {
    List<StudyCell> cells = Studies.named("concurrent-queries").cells(Scale.FULL);
    assertThat(cells).extracting(StudyCell::threads).contains(1, 4, 16);
    assertThat(cells)
        .allSatisfy(cell -> assertThat(cell.parameters()).containsEntry("recording", "off"));
  }
}
