package io.streambench.base.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {
  private static final List<Integer> STREAMS = List.of(2, 3);

  private static ResultTable withColumns(ResultTable.Builder<Integer> table) {
    return table
        .text("streams", streams -> streams)
        .text("1.0", streams -> "LIKELY")
        .text("2.0", streams -> streams > 2 ? "LIKELY" : "SAFE");
  }

  @Test
  void movesConstantColumnAboveTableExceptInGrid() {
    ResultTable table = withColumns(ResultTable.of("Cells", STREAMS));
    assertThat(table.varyingColumns()).extracting(Column::head).containsExactly("streams", "2.0");
    assertThat(table.constantColumnsText()).contains("In every row: 1.0: LIKELY.");
    ResultTable grid = withColumns(ResultTable.withAllColumns("Phase diagram", STREAMS));
    assertThat(grid.varyingColumns()).hasSize(3);
    assertThat(grid.constantColumnsText()).isEmpty();
  }

  @Test
  void escapesPatternInMarkdown() {
    assertThat(ResultTable.of("", STREAMS).text("regex", n -> "a*b*" + n).markdown())
        .contains("| a\\*b\\*2 |");
  }

  @Test
  void wrapsLastColumnToTerminalWidth() {
    String verdict =
        "no evidence of a difference; at least 12 interleaved forks each would show 10 %";
    ResultTable table =
        ResultTable.of("", STREAMS)
            .text("median", n -> "0".repeat(50) + n)
            .text("verdict", n -> n == 2 ? verdict : "baseline");
    assertThat(table.plainText("  ").lines()).allMatch(line -> line.length() <= 120);
    assertThat(table.plainText("  ").replaceAll("\\s+", " ")).contains(verdict);
    assertThat(table.markdown()).contains("| " + verdict + " |");
  }

  @Test
  void movesLastCellBelowRowThatLeavesNoRoom() {
    ResultTable table =
        ResultTable.of("", STREAMS)
            .text("fileName", n -> "0".repeat(100) + n)
            .text("verdict", n -> n == 2 ? "too few forks: at least 4 each needed" : "baseline");
    assertThat(table.plainText("  ").lines())
        .contains("      too few forks: at least 4 each needed")
        .allMatch(line -> line.length() <= 120)
        .anyMatch(line -> line.endsWith("03  baseline"));
  }
}
