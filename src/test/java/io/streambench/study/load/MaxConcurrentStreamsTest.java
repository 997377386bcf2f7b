package io.streambench.study.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.study.StudyCell;
import io.streambench.study.SyntheticStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MaxConcurrentStreamsTest {
  /** Loads in which as many are in flight as were asked for. */
  private static LoadFile load(int inFlight, double requestsPerSecond, int fork) {
    double rate = requestsPerSecond * (1 + 0.002 * fork);
    Histogram latencies = new Histogram(3);
    for (int i = 0; i < 1000; i++) {
      latencies.recordValue((long) (inFlight / rate * 1e9));
    }
    return LoadFile.endToEnd(
        inFlight,
        1000,
        Map.of(),
        1000 / rate,
        4,
        1,
        10_000_000 + fork,
        5000,
        0.5,
        LoadFile.encoded(latencies));
  }

  private static StudyDocument found(int forks, ToDoubleFunction<StudyCell> requestsPerSecond) {
    return new MaxConcurrentStreams()
        .conclude(
            SyntheticStudy.ofLoads(
                "max-concurrent-streams",
                forks,
                (cell, fork) -> load(cell.threads(), requestsPerSecond.applyAsDouble(cell), fork)));
  }

  @Test
  void theBestLimitIsNamedWithTheEvidenceForIt() {
    StudyDocument document = found(5, cell -> cell.label().equals("limit-100") ? 4000 : 3000);
    assertThat(document.findings().get(0))
        .startsWith("Best for bulk indexing (throughput), median of the forks: limit-100")
        .endsWith(": evidence of a difference.");
    assertThat(document.findings().get(1))
        .startsWith("Best for interactive updates (P99), median of the forks: limit-100");
  }

  @Test
  void theTwoPublishedLimitsStandBesideEachOtherInEveryFigure() {
    ResultTable table =
        found(5, cell -> cell.label().equals("limit-250") ? 2400 : 3000).tables().get(2);
    assertThat(rows(table))
        .contains(
            List.of("requests/s", "3,012", "2,410", "-20.0 %", "-1.0 %"),
            List.of("success, %", "100.00", "100.00", "+0.0 %", "+0.0 %"))
        .anySatisfy(
            row -> assertThat(row).startsWith("heap growth under load, MB", "10.00", "10.00", ""));
    assertThat(rows(table).get(1)).startsWith("mean, ms").endsWith("+25.0 %", "+151.7 %");
  }

  private static List<List<String>> rows(ResultTable table) {
    List<List<String>> rows = new ArrayList<>();
    for (int row = 0; row < table.columns().get(0).entries().size(); row++) {
      int at = row;
      rows.add(table.columns().stream().map(column -> column.entries().get(at).text()).toList());
    }
    return rows;
  }

  @Test
  void aDifferenceThatIsNoneIsNotCalledOne() {
    assertThat(found(5, cell -> 3000).findings().get(0)).endsWith("no evidence of a difference.");
  }

  @Test
  void oneForkIsNoEvidence() {
    assertThat(found(1, cell -> 3000).findings().get(0)).contains("cannot be judged");
  }

  @Test
  void thePublishedContradictionIsShownInItsTable() {
    assertThat(found(5, cell -> 3000).tables().get(4).columns())
        .last()
        .satisfies(
            column -> {
              assertThat(column.entries().get(0).text()).isEmpty();
              assertThat(column.entries().get(1).text()).contains("249.3 in flight");
            });
  }
}
