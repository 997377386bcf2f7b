package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConcurrentQueriesTest {
  private static final List<Double> SIX = List.of(6.0, 6.1, 5.9, 6.04, 5.96);
  private static final List<Double> FOUR = List.of(4.0, 4.05, 3.95, 4.02, 3.98);

  private static List<Double> scores(String label) {
    return label.matches("http1-[14]|small-window-1|memory-bound-1")
        ? SIX
        : label.startsWith("memory-bound") ? FOUR : List.of();
  }

  private static StudyReport document() {
    return SyntheticStudy.document("concurrent-queries", 5, ConcurrentQueriesTest::scores);
  }

  @Test
  void whatStalledAndWhatDiffersIsTold() {
    assertThat(document().findings())
        .singleElement()
        .asString()
        .startsWith(
            "Not completed: http1-16, stock-1, stock-4, stock-16, small-window-4, small-window-16"
                + " (stalled in 5 of 5). Compared with HTTP/1.1: memory-bound-4 33 % slower, ratio"
                + " 0.6667 (")
        .contains("; within 2 % in 2 of 3 cells");
  }
}
