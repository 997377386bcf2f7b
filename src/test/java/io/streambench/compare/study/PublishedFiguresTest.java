package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.compare.cells.Loads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedFiguresTest {
  private static StudyReport createReport(String study) {
    boolean loads =
        List.of("max-concurrent-streams", "single-request", "saturation").contains(study);
    StudyResults results =
        loads
            ? SyntheticStudy.ofLoads(study, 5, PublishedFiguresTest::createLoad)
            : SyntheticStudy.of(study, 5, label -> List.of(3.0, 3.05, 2.95, 3.02, 2.98));
    return StudyReport.of(results);
  }

  private static LoadFile createLoad(StudyCell cell, int fork) {
    int inFlight = cell.threads();
    return Loads.of(
        inFlight, 1000, Map.of(), 1 + 0.002 * fork, Loads.equalLatencies(1e6 * inFlight));
  }

  private static ResultTable publishedTable(StudyReport report) {
    return report.tables().stream()
        .filter(table -> table.caption().equals("Published and ours"))
        .findFirst()
        .orElseThrow();
  }

  /** Detects an invalid cell name in the data, which would never be measured. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http1-vs-http2",
        "index-recovery",
        "max-concurrent-streams",
        "single-request",
        "fan-out",
        "saturation"
      })
  void everyPublishedItemHasMeasuredFigure(String study) {
    ResultTable table = publishedTable(createReport(study));
    List<String> items = SyntheticStudy.column(table, "item");
    List<String> ours = SyntheticStudy.column(table, "ours");
    for (int i = 0; i < items.size(); i++) {
      // These items are counted by profilers or nodes, or need JDK 21.
      if (!items
          .get(i)
          .matches(".*(memory|allocations|VIRTUAL|node's heap|network|transport|server).*")) {
        assertThat(ours.get(i)).as(items.get(i)).doesNotContain("not measured");
      }
    }
  }

  /** Checks ratios of loads, whose pairs the report's own table does not correct. */
  @ParameterizedTest
  @ValueSource(strings = {"max-concurrent-streams", "single-request"})
  void marksRatiosWithoutCorrection(String study) {
    ResultTable table = publishedTable(createReport(study));
    List<String> items = SyntheticStudy.column(table, "item");
    List<String> ours = SyntheticStudy.column(table, "ours");
    for (int i = 0; i < items.size(); i++) {
      assertThat(ours.get(i).matches(".*(judged alone|other nodes: not judged).*"))
          .as(items.get(i))
          .isEqualTo(items.get(i).contains("divided by") || items.get(i).contains("many clients"));
    }
  }

  @ParameterizedTest
  @CsvSource({"http1-vs-http2", "fan-out"})
  void reportsFigureWithoutForksAsNotMeasured(String study) {
    StudyResults all = SyntheticStudy.of(study, 5, Map.of());
    StudyResults none =
        new StudyResults(
            all.order(),
            all.studyFile(),
            all.cells().stream()
                .map(
                    cell ->
                        new CellFigures(
                            cell.cell(), List.of(), List.of(), Map.of(), List.of(), false))
                .toList());
    StudyReport report = StudyReport.of(none);
    assertThat(SyntheticStudy.column(publishedTable(report), "ours").get(1))
        .contains("not measured");
    assertThat(report.findings()).noneMatch(one -> one.contains("published 6.69"));
  }

  private static final List<Double> FOUR = List.of(4.0, 4.04, 3.96, 4.016, 3.984);

  /** Covers the cells selected by {@code --only}, and cells before the first fork has ended. */
  @Test
  void reportsSubsetOfCells() {
    StudyResults all = SyntheticStudy.of("index-recovery", 5, Map.of("stock-12", FOUR));
    for (String kept : List.of(".*stock.*", ".*-12", ".*empty.*")) {
      List<CellFigures> cells =
          all.cells().stream().filter(cell -> cell.label().matches(kept)).toList();
      StudyResults some = new StudyResults(all.order(), all.studyFile(), cells);
      assertThat(StudyReport.of(some).tables()).isNotEmpty();
    }
  }
}
