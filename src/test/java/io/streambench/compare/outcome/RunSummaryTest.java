package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.Cell;
import io.streambench.compare.outcome.RunSummary.Row.Score;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSummaryTest {
  private static final int TERMINAL_COLUMNS = 120;

  private static final RunSummary.Row COMPLETED =
      completedRow("thrpt", Map.of("useHttp1", "true", "capture", "stalls"), 2, 2.602);
  private static final RunSummary.Row STALLED =
      unsuccessfulRow(
          Outcome.STALLED,
          Map.of("useHttp1", "false", "capture", "stalls"),
          "STALLED, last tuple at 1.0 s, see there");

  private static RunSummary summary(RunSummary.Row... rows) {
    return new RunSummary(List.of(rows), List.of("useHttp1"));
  }

  @Test
  void showsScoresOutcomesDetailsAndConclusion() {
    assertThat(summary(STALLED, COMPLETED).plainText())
        .isEqualTo(
            """
              Benchmark               (useHttp1)  Cnt  Score    Error  Units  Result
              StreamingSearch.stream       false    -      -        -      -  STALLED
              StreamingSearch.stream        true    2  2.301  ± 0.676  ops/s  COMPLETED

              - useHttp1=false: STALLED, last tuple at 1.0 s, see there

            1 of 2 combinations stalled; prediction: LIKELY and SAFE
            """);
  }

  @Test
  void formatsSmallScoresLikeJmh() {
    assertThat(summary(completedRow("avgt", Map.of(), 0.0000024)).plainText())
        .contains("  ≈ 10⁻⁶  ")
        .doesNotContain("±");
  }

  @Test
  void rendersMarkdown() {
    RunSummary.Row odd =
        unsuccessfulRow(Outcome.FAILED, Map.of("useHttp1", "false"), "FAILED: a|b <c>");
    assertThat(summary(COMPLETED, odd).markdown())
        .isEqualTo(
            """
            **1 of 2 combinations failed; prediction: SAFE and LIKELY**

            | Benchmark | (useHttp1) | Cnt | Score | Error | Units | Result |
            |---|---:|---:|---:|---:|---:|---|
            | StreamingSearch.stream | true | 2 | 2.301 | ± 0.676 | ops/s | COMPLETED |
            | StreamingSearch.stream | false | - | - | - | - | FAILED |

            - useHttp1=false: FAILED: a\\|b &lt;c>

            """);
  }

  @Test
  void omitsConstantAndEmptyColumns() {
    assertThat(summary(STALLED, STALLED).plainText()).contains("(useHttp1)  Result\n");
    assertThat(summary(STALLED, STALLED).describeConstantColumns()).containsExactly("Mode thrpt");
    assertThat(summary(STALLED).plainText()).contains("(useHttp1)   Mode  Result\n");
  }

  @Test
  void tableFitsTerminalDespiteLongMessage() {
    RunSummary.Row failed =
        unsuccessfulRow(
            Outcome.FAILED, Map.of("useHttp1", "false"), "FAILED: " + "a long reason ".repeat(20));
    List<String> table =
        summary(failed, COMPLETED).plainText().lines().takeWhile(line -> !line.isEmpty()).toList();
    assertThat(table).hasSize(3).allMatch(line -> line.length() <= TERMINAL_COLUMNS);
  }

  static RunSummary.Row completedRow(String mode, Map<String, String> params, double... forks) {
    double mean = DoubleStream.of(forks).average().orElseThrow();
    String unit = mode.equals("thrpt") ? "ops/s" : "s/op";
    return new RunSummary.Row(
        new Cell("io.streambench.bench.StreamingSearch.stream", mode, params),
        Optional.of(new Score(forks.length, mean, 0.676, unit)),
        DoubleStream.of(forks).mapToObj(score -> new Fork(List.of(score))).toList(),
        100,
        false,
        Optional.of("SAFE"),
        Outcome.COMPLETED,
        "COMPLETED");
  }

  static RunSummary.Row unsuccessfulRow(
      Outcome outcome, Map<String, String> params, String result) {
    return new RunSummary.Row(
        new Cell("io.streambench.bench.StreamingSearch.stream", "thrpt", params),
        Optional.empty(),
        List.of(),
        7,
        false,
        Optional.of("LIKELY"),
        outcome,
        result);
  }

  private static final Map<String, String> HTTP_1 = Map.of("numShards", "12", "useHttp1", "true");
  private static final Map<String, String> HTTP_2 = Map.of("numShards", "12", "useHttp1", "false");

  private static RunSummary.Row http1Row(double... forks) {
    return completedRow("thrpt", HTTP_1, forks);
  }

  private static RunSummary.Row http2Row(double... forks) {
    return completedRow("thrpt", HTTP_2, forks);
  }

  private static String conclusionFor(RunSummary.Row... rows) {
    return new RunSummary(List.of(rows), List.of()).conclusion();
  }

  private static double[] parseForks(String scores) {
    return Stream.of(scores.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thrpt | 100 100.5 101 101.5 102 | 200 201 202 203 204 | faster: HTTP/2 has 2.00 (1.",
        "avgt | 1 1.01 1.02 1.03 1.04 | 2 2.01 2.02 2.03 2.04 | slower: HTTP/2 takes 1.98 (1.",
        "thrpt | 91 109 96 104 100 | 90 110 95 105 101 | no evidence of a difference: HTTP/2 has"
            + " 1.00 (0.",
        "thrpt | 100 | 200 | too few forks to compare HTTP/2 with HTTP/1.1 (1 each, -f 4 at least);"
            + " no stall",
        "thrpt | 100 101 102 103 104 | 200 201 202 203 0 | no stall in"
      })
  void comparesPairWithEnoughForks(
      String mode, String http1Scores, String http2Scores, String expectedStart) {
    assertThat(
            conclusionFor(
                completedRow(mode, HTTP_1, parseForks(http1Scores)),
                completedRow(mode, HTTP_2, parseForks(http2Scores))))
        .startsWith(expectedStart)
        .endsWith("; prediction: SAFE");
  }

  @Test
  void comparesNoneOfSeveralPairs() {
    Map<String, String> one = Map.of("numShards", "1", "useHttp1", "true");
    Map<String, String> other = Map.of("numShards", "1", "useHttp1", "false");
    assertThat(
            conclusionFor(
                http1Row(100, 101, 102, 103),
                http2Row(200, 201, 202, 203),
                completedRow("thrpt", one, 100, 101, 102, 103),
                completedRow("thrpt", other, 200, 201, 202, 203)))
        .isEqualTo("no stall in 200 operations over HTTP/2; prediction: SAFE");
  }

  @Test
  void http1RunDoesNotCountOperationsWithoutStall() {
    assertThat(conclusionFor(http1Row(100))).isEqualTo("no stall; prediction: SAFE");
  }

  @Test
  void benchmarkWithoutSolrDoesNotMentionStalls() {
    RunSummary.Row one = completedRow("avgt", Map.of("megabytes", "1"), 100);
    RunSummary.Row withoutSolr =
        new RunSummary.Row(
            one.cell(),
            one.score(),
            one.forks(),
            0,
            false,
            Optional.empty(),
            one.outcome(),
            one.resultText());
    assertThat(conclusionFor(withoutSolr)).isEqualTo("1 combination completed");
    assertThat(conclusionFor(withoutSolr, http2Row(100)))
        .startsWith("no stall in 100 operations over");
  }
}
