package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexRecoveriesTest {
  private static final List<Double> TWO = List.of(2.0, 2.02, 1.98, 2.008, 1.992);
  private static final List<Double> FOUR = List.of(4.0, 4.04, 3.96, 4.016, 3.984);

  /** Covers the cells that `--only` leaves, and cells before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all = SyntheticStudy.of("index-recovery", 5, Map.of("stock-12", FOUR));
    for (String kept : List.of(".*stock.*", ".*-12", ".*empty.*")) {
      List<CellFigures> cells =
          all.cells().stream().filter(cell -> cell.label().matches(kept)).toList();
      StudyResults some = new StudyResults(all.order(), all.file(), cells);
      assertThat(StudyReport.of(some).tables()).isNotEmpty();
    }
  }
}
