package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunAnswerTest {
  private static final Map<String, String> HTTP_1 = Map.of("numShards", "12", "useHttp1", "true");
  private static final Map<String, String> HTTP_2 = Map.of("numShards", "12", "useHttp1", "false");

  private static OutcomeRow http1(double... forks) {
    return OutcomeRows.completed("thrpt", HTTP_1, forks);
  }

  private static OutcomeRow http2(double... forks) {
    return OutcomeRows.completed("thrpt", HTTP_2, forks);
  }

  private static String sentence(OutcomeRow... rows) {
    return new RunSummary(List.of(rows), List.of()).answer();
  }

  private static double[] forks(String forks) {
    return Stream.of(forks.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thrpt | 100 100.5 101 101.5 102 | 200 201 202 203 204 | faster: HTTP/2 has 2.00 (1.",
        "avgt | 1 1.01 1.02 1.03 1.04 | 2 2.01 2.02 2.03 2.04 | slower: HTTP/2 takes 1.98 (1.",
        "thrpt | 91 109 96 104 100 | 90 110 95 105 101 | no evidence of a difference: HTTP/2 has 1.00 (0.",
        "thrpt | 100 | 200 | too few forks to compare HTTP/2 with HTTP/1.1 (1 each, -f 4 at least); no stall",
        "thrpt | 100 101 102 103 104 | 200 201 202 203 0 | no stall in"
      })
  void aPairIsComparedIfItsForksAllow(String mode, String http1, String http2, String begins) {
    assertThat(
            sentence(
                OutcomeRows.completed(mode, HTTP_1, forks(http1)),
                OutcomeRows.completed(mode, HTTP_2, forks(http2))))
        .startsWith(begins)
        .endsWith("; prediction: SAFE");
  }

  @Test
  void ofSeveralPairsNoneIsPickedOut() {
    Map<String, String> one = Map.of("numShards", "1", "useHttp1", "true");
    Map<String, String> other = Map.of("numShards", "1", "useHttp1", "false");
    assertThat(
            sentence(
                http1(100, 101, 102, 103),
                http2(200, 201, 202, 203),
                OutcomeRows.completed("thrpt", one, 100, 101, 102, 103),
                OutcomeRows.completed("thrpt", other, 200, 201, 202, 203)))
        .isEqualTo("no stall in 200 operations over HTTP/2; prediction: SAFE");
  }

  @Test
  void whatCompletedOverHttp1SaysNothingOfStalls() {
    assertThat(sentence(http1(100))).isEqualTo("no stall; prediction: SAFE");
  }

  @Test
  void aBenchmarkWithoutSolrSaysNothingOfStalls() {
    OutcomeRow one = OutcomeRows.completed("avgt", Map.of("megabytes", "1"), 100);
    OutcomeRow withoutSolr =
        new OutcomeRow(
            one.cell(),
            one.score(),
            one.forks(),
            0,
            false,
            Optional.empty(),
            one.outcome(),
            one.result());
    assertThat(sentence(withoutSolr)).isEqualTo("1 combination completed");
    assertThat(sentence(withoutSolr, http2(100))).startsWith("no stall in 100 operations over");
  }

  @Test
  void stallsAndFailuresAreCounted() {
    assertThat(
            sentence(
                OutcomeRows.ended(Outcome.STALLED, HTTP_2, "STALLED, last tuple at 1.0 s"),
                OutcomeRows.ended(Outcome.FAILED, HTTP_1, "FAILED: why"),
                OutcomeRows.completed("thrpt", Map.of("useHttp1", "true"), 1)))
        .isEqualTo(
            "1 of 3 combinations stalled, 1 of 3 combinations failed; prediction: LIKELY and SAFE");
  }
}
