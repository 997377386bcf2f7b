package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexRecoveriesTest {
  private static final List<Double> TWO = List.of(2.0, 2.02, 1.98, 2.008, 1.992);
  private static final List<Double> FOUR = List.of(4.0, 4.04, 3.96, 4.016, 3.984);

  /** All take two seconds, but for Jetty's windows at twelve shards. */
  private static StudyReport document(List<Double> stock) {
    return SyntheticStudy.document(
        "index-recovery", 5, label -> label.equals("stock-12") ? stock : TWO);
  }

  @Test
  void whatIsSlowerIsSaidFirst() {
    assertThat(document(FOUR).findings())
        .satisfiesExactly(
            counted -> assertThat(counted).endsWith("within 2 % in 20 of 21 cells, slower in 1."),
            compared ->
                assertThat(compared)
                    .startsWith("Compared with HTTP/1.1: stock-12 slower, ratio 2.000 (")
                    .contains("; within 2 % in "),
            twelve -> assertThat(twelve).contains("published 3.6; here 2.000 ("),
            one -> assertThat(one).contains("published 0.8; here 1.000 ("),
            caution -> assertThat(caution).contains("one disk"),
            nodes -> assertThat(nodes).contains("on other nodes"));
  }

  /** Covers the cells that `--only` leaves, and cells before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all = SyntheticStudy.of("index-recovery", 5, Map.of("stock-12", FOUR));
    for (String kept : List.of(".*stock.*", ".*-12", ".*empty.*")) {
      List<CellFigures> cells =
          all.cells().stream().filter(cell -> cell.label().matches(kept)).toList();
      StudyResults some = new StudyResults(all.order(), all.file(), cells);
      assertThat(new IndexRecoveries().conclude(some).tables()).isNotEmpty();
    }
  }
}
