package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable;
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

  private static StudyReport createReport() {
    return SyntheticStudy.createReport("concurrent-queries", 5, ConcurrentQueriesTest::scores);
  }

  @Test
  void findingsNameStallsAndDifferences() {
    assertThat(createReport().findings())
        .singleElement()
        .asString()
        .startsWith(
            "HTTP/1.1 stalled in 5 of 5 forks: with 16 at a time. HTTP/2 (Jetty's windows) stalled"
                + " in 5 of 5 forks: with 1 at a time; with 4 at a time; with 16 at a time. HTTP/2"
                + " (stream window 500,000) stalled in 5 of 5 forks: with 4 at a time; with 16 at a"
                + " time. HTTP/2 (memory-bound) ran slower than HTTP/1.1: with 4 at a time, 33 %,"
                + " ratio 0.6667 (")
        .endsWith("). Compared with HTTP/1.1, 2 of 3 cells are within 2 %.");
  }

  @Test
  void labelsFamilyIntervals() {
    assertThat(createReport().tables().get(0).columns())
        .extracting(ResultTable.Column::head)
        .contains("compared with HTTP/1.1 (95 % family interval)");
    assertThat(createReport().notes()).anyMatch(note -> note.startsWith("Family intervals hold"));
  }
}
