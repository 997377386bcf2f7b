package io.streambench.compare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.compare.cells.ComparedResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonReportTest {
  @TempDir Path folder;

  private ComparisonReport createReport(double threshold) throws IOException {
    return new ComparisonReport(
        Comparisons.readResults(folder, threshold), Optional.empty(), Comparisons.NO_DEFAULTS);
  }

  private ComparisonReport createPivotReport(String row, String column) throws IOException {
    ComparedResults results = Comparisons.readResults(folder, 0);
    return new ComparisonReport(results, Axes.of(row, column, results), Comparisons.NO_DEFAULTS);
  }

  @Test
  void textHasLineWithVerdictPerCellAndContender() throws IOException {
    assertThat(createReport(0).text())
        .isEqualTo(
            """
            REGRESSION: after compared with before: 1 slower, 1 without evidence of a difference, 1 with too few
              forks to judge, 1 stalled
              before: 4 cells, 20 forks in 1 file
              after: 4 cells, 12 forks in 1 file

            StreamingSearch.stream, thrpt in ops/s (more is better); nodeCount=2
              numShards  useHttp1  contender  median (range)    ratio (95 %)           p  forks  verdict
                      3      true  before     3.05 (2.98–3.27)                                5  baseline
                      3      true  after      2.44 (2.39–2.62)  0.80 (0.75–0.85)  <0.001      5  20 % slower (15–25 %)
                      3     false  before     3.05 (2.98–3.27)                                5  baseline
                      3     false  after      3.05 (2.99–3.27)  1.00 (0.94–1.06)   0.964      5  no evidence of a difference
                      6     false  before     3.05 (2.98–3.27)                                5  baseline
                      6     false  after      3.10                                            2  too few forks: at least 4 each
                                                                                                   needed
                     12     false  before     3.05 (2.98–3.27)                                5  baseline
                     12     false  after      -                                               -  STALLED in 1 of 1 run

            Notes
              - 2 cells judged at a level of 5 %: if nothing differed, up to 0.1 of them would still be called
                different, by chance
              - how this is decided, and what it does not say: docs/comparison.md
            """);
  }

  @Test
  void titleOmitsDefaultParameters() throws IOException {
    ComparedResults results = Comparisons.readResults(folder, 0);
    BiPredicate<String, Map.Entry<String, String>> defaults =
        (benchmark, parameter) ->
            benchmark.equals("StreamingSearch.stream")
                && parameter.equals(Map.entry("nodeCount", "2"));
    assertThat(new ComparisonReport(results, Optional.empty(), defaults).markdown())
        .contains(
            "StreamingSearch.stream, thrpt in ops/s (more is better); other parameters have their"
                + " defaults:")
        .doesNotContain("nodeCount");
    assertThat(
            new ComparisonReport(results, Axes.of("numShards", null, results), defaults).markdown())
        .contains(
            "thrpt in ops/s (more is better); useHttp1=false, all others have their defaults");
  }

  @Test
  void namesThresholdInVerdicts() throws IOException {
    assertThat(createReport(0.10).text())
        .contains("20 % slower (15–25 %)")
        .contains("within 10 %")
        .contains("1 within 10 %");
    assertThat(createReport(0.20).markdown())
        .contains("20 % slower (15–25 %), not shown to exceed 20 %");
  }

  @Test
  void pivotShowsMediansWithVerdicts() throws IOException {
    assertThat(createPivotReport("numShards", null).text())
        .contains(
            """
            Medians: StreamingSearch.stream, thrpt in ops/s (more is better); useHttp1=false, nodeCount=2
              numShards \\ contender  before  after
              3                      3.05    3.05 no evidence
              6                      3.05    3.10 too few forks
              12                     3.05    STALLED
            """);
    assertThat(createPivotReport("numShards", "useHttp1").text())
        .contains("3                     before 3.05; after 2.44 slower  before 3.05; after 3.05");
    assertThat(createPivotReport(null, "numShards").text())
        .contains("contender \\ numShards  3", "after                  3.05 no evidence");
  }

  @Test
  void jsonHasExactNumbersOrNull() throws IOException {
    JsonNode json = new ObjectMapper().readTree(createReport(0).json());
    assertThat(json.get("regression").asBoolean()).isTrue();
    assertThat(json.get("resamples").asInt()).isZero();
    assertThat(json.get("verdicts").get("SLOWER").asInt()).isEqualTo(1);
    assertThat(json.get("warnings").isArray()).isTrue();
    JsonNode slower = json.get("cells").get(0).get("results").get(1);
    assertThat(slower.get("contender").asText()).isEqualTo("after");
    assertThat(slower.get("verdict").asText()).isEqualTo("SLOWER");
    assertThat(slower.get("ratio").asDouble()).isCloseTo(0.8, within(1e-9));
    assertThat(slower.get("ratioInterval").get(1).asDouble()).isLessThan(1);
    assertThat(slower.get("p").asDouble()).isLessThan(0.05);
    assertThat(slower.get("scores")).hasSize(5);
    JsonNode few = json.get("cells").get(2).get("results").get(1);
    assertThat(few.get("verdict").asText()).isEqualTo("TOO_FEW_FORKS");
    assertThat(few.get("ratio").isNull()).isTrue();
    assertThat(few.get("forksNeeded").asInt()).isEqualTo(4);
    JsonNode stalled = json.get("cells").get(3).get("results").get(1);
    assertThat(stalled.get("outcome").asText()).isEqualTo("STALLED");
    assertThat(stalled.get("median").isNull()).isTrue();
    assertThat(stalled.get("troubles").get(0).get("folder").asText()).endsWith("-STALLED");
  }

  @Test
  void pageHasAllVerdictsAndTwoCharts() throws IOException {
    String page = createReport(0.05).page();
    assertThat(page)
        .contains("<strong class=\"word\">REGRESSION</strong>")
        .contains("20 % slower (15–25 %)", "STALLED in 1 of 1 run", "too few forks");
    assertThat(page.split("<img", -1)).hasSize(3);
  }
}
