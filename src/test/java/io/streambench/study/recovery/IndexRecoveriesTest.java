package io.streambench.study.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IndexRecoveriesTest {
  private static final List<Double> TWO = List.of(2.0, 2.02, 1.98, 2.008, 1.992);
  private static final List<Double> FOUR = List.of(4.0, 4.04, 3.96, 4.016, 3.984);

  /** All take two seconds, but for Jetty's windows at twelve shards. */
  private static Map<String, List<Double>> scores() {
    Map<String, List<Double>> scores = new TreeMap<>();
    for (StudyCell cell : new IndexRecoveries().cells(Scale.FULL)) {
      scores.put(cell.label(), cell.label().equals("stock-12") ? FOUR : TWO);
    }
    return scores;
  }

  private static StudyDocument document(Map<String, List<Double>> scores) {
    StudyResults results = SyntheticStudy.of("index-recovery", 5, scores);
    return results.order().study().conclude(results);
  }

  @Test
  void labelsAreUnique() {
    assertThat(new IndexRecoveries().cells(Scale.FULL))
        .extracting(StudyCell::label)
        .contains(
            "http1-12", "stock-12-20ms", "dynamic-threshold-12-1000mbit", "files-1", "empty-12")
        .doesNotHaveDuplicates();
  }

  @Test
  void theNumberOfShardsFromWhichHttp2IsSlowerIsToldFirst() {
    assertThat(document(scores()).findings())
        .satisfiesExactly(
            first ->
                assertThat(first).startsWith("Evidence that HTTP/2 is slower begins at 12 shards"),
            compared ->
                assertThat(compared)
                    .startsWith("Compared with HTTP/1.1: stock-12 slower, ratio 2.00 (")
                    .contains("; no evidence of a difference in "));
  }

  @Test
  void whatWasPublishedStandsNextToWhatWasMeasured() {
    ResultTable published = document(scores()).tables().get(2);
    assertThat(SyntheticStudy.column(published, "published, ratio to HTTP/1.1"))
        .containsExactly("1.0", "3.6", "2.0", "1.0", "0.8");
    assertThat(SyntheticStudy.column(published, "here, ratio to HTTP/1.1 (95 %)"))
        .satisfiesExactly(
            http1 -> assertThat(http1).isEqualTo("-"),
            stock -> assertThat(stock).startsWith("2.00 ("),
            oneStream -> assertThat(oneStream).startsWith("1.00 ("),
            one -> assertThat(one).isEqualTo("-"),
            stockOfOne -> assertThat(stockOfOne).startsWith("1.00 ("));
  }

  @Test
  void whereNothingIsSlowerNothingIsSaidToBe() {
    Map<String, List<Double>> scores = scores();
    scores.put("stock-12", TWO);
    assertThat(document(scores).findings().get(0)).startsWith("No evidence that HTTP/2 is slower");
  }

  /** Covers the cells that `--only` leaves, and cells before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all = SyntheticStudy.of("index-recovery", 5, Map.of("stock-12", FOUR));
    for (String kept : List.of("stock", "-12$", "files")) {
      assertThat(new IndexRecoveries().conclude(SyntheticStudy.only(kept, all)).question())
          .isNotEmpty();
    }
  }
}
