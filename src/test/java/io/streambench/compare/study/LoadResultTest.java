package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Interval;
import io.streambench.bench.load.LoadFile;
import io.streambench.compare.cells.Loads;
import io.streambench.compare.statistics.Judgement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadResultTest {
  private static LoadFile createLoad(int requests) {
    return createLoad(requests, 5);
  }

  private static LoadFile createLoad(int requests, double slowMillis) {
    Histogram latencies = new Histogram(3);
    IntStream.range(0, requests)
        .forEach(i -> latencies.recordValue((long) (1e6 * (i % 50 == 0 ? slowMillis : 1))));
    return Loads.of(1, requests, Map.of(), 6, latencies);
  }

  private static LoadResult cell(String label, LoadFile... loads) {
    return cell(SyntheticStudy.cell(label, "Operations.write", ""), loads);
  }

  private static LoadResult cell(StudyCell cell, LoadFile... loads) {
    return LoadResult.of(
        new CellFigures(cell, List.of(), List.of(), Map.of(), List.of(loads), false));
  }

  @Test
  void reportsCellsWithFewRequestsAboveP99InOneLine() {
    List<LoadResult> cells =
        List.of(
            cell("many", createLoad(20_000)),
            cell("few", createLoad(9_000)),
            cell("fewest", createLoad(300)));
    assertThat(LoadReport.describeSuspiciousFigures(cells).toString())
        .contains("in 2 of 3 cells (fewest: fewest with 3)");
  }

  /** The last 6 of 8 s count: latencies above 2.6 s are undercounted by more than a tenth. */
  @ParameterizedTest
  @CsvSource({"1000,false", "2500,false", "2700,true", "6300,true"})
  void reportsP99BeyondWarmUpAsLowerBound(double slowMillis, boolean isUndercounted) {
    LoadResult cell = cell("write-http1-200", createLoad(20_000, slowMillis));
    assertThat(cell.isP99Undercounted()).isEqualTo(isUndercounted);
    assertThat(cell.suspiciousFigures().toString().contains("lower bound"))
        .isEqualTo(isUndercounted);
  }

  @Test
  void correctsComparisonWithBestForAllPairs() {
    LoadResult first =
        cell(
            "a",
            createLoad(9000),
            createLoad(9400),
            createLoad(9100),
            createLoad(9300),
            createLoad(9200));
    LoadResult next =
        cell(
            "b",
            createLoad(9100),
            createLoad(9050),
            createLoad(9200),
            createLoad(9000),
            createLoad(9300));
    LoadResult last =
        cell(
            "c",
            createLoad(9000),
            createLoad(9200),
            createLoad(8900),
            createLoad(9400),
            createLoad(8950));
    Interval alone = interval(next.judgeAgainst(first, LoadResult.THROUGHPUT_FIGURE));
    List<LoadResult> ranked =
        LoadReport.rankByFigure(List.of(last, next, first), LoadResult.THROUGHPUT_FIGURE);
    assertThat(ranked).containsExactly(first, next, last);
    List<Judgement> judged = LoadReport.judgeAgainstBest(ranked, LoadResult.THROUGHPUT_FIGURE);
    assertThat(judged).hasSize(2);
    assertThat(interval(judged.get(0)).low()).isLessThan(alone.low() - 0.01);
    assertThat(interval(judged.get(0)).high()).isGreaterThan(alone.high() + 0.01);
  }

  private static Interval interval(Judgement judgement) {
    return judgement.evidence().orElseThrow().interval();
  }
}
