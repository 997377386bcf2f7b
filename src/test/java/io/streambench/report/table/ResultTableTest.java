package io.streambench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.table.ResultTable.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
  private static ResultTable filled(ResultTable table) {
    return table
        .text("streams", List.of("2", "3"))
        .text("1.0", List.of("LIKELY", "LIKELY"))
        .text("2.0", List.of("SAFE", "LIKELY"));
  }

  private static List<String> heads(ResultTable table) {
    return table.differing().stream().map(Column::head).toList();
  }

  @Test
  void aColumnThatIsTheSameInEveryRowBecomesALine() {
    ResultTable table = filled(new ResultTable("Cells"));

    assertThat(heads(table)).containsExactly("streams", "2.0");
    assertThat(table.sameInEveryRow()).contains("In every row: 1.0: LIKELY.");
  }

  @Test
  void aGridKeepsEachOfItsSteps() {
    ResultTable table = filled(ResultTable.grid("Phase diagram"));

    assertThat(heads(table)).containsExactly("streams", "1.0", "2.0");
    assertThat(table.sameInEveryRow()).isEmpty();
  }
}
