package io.streambench.report.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.analysis.Outcome;
import io.streambench.config.RunSettings.SummaryFormat;
import io.streambench.report.outcome.OutcomeRow.Score;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTableTest {
  private static final OutcomeRow COMPLETED =
      row("true", Optional.of(new Score(4, 2.301, 0.676, "ops/s")), Outcome.COMPLETED, "COMPLETED");
  private static final OutcomeRow STALLED =
      row("false", Optional.empty(), Outcome.STALLED, "STALLED at 1.0 s");

  private static OutcomeRow row(
      String useHttp1, Optional<Score> score, Outcome outcome, String result) {
    return new OutcomeRow(
        "StreamingSearch.stream",
        Map.of("useHttp1", useHttp1, "capture", "stalls"),
        "thrpt",
        score,
        outcome,
        result);
  }

  @Test
  void hasJmhsColumnsInItsOrderAndOneMore() {
    assertThat(new OutcomeTable(List.of(STALLED, COMPLETED)).render(SummaryFormat.TEXT))
        .isEqualTo(
            """
            Benchmark               (capture)  (useHttp1)   Mode  Cnt  Score    Error  Units  Result
            StreamingSearch.stream     stalls       false  thrpt    -      -        -  -      STALLED at 1.0 s
            StreamingSearch.stream     stalls        true  thrpt    4  2.301  ± 0.676  ops/s  COMPLETED
            """);
  }

  @Test
  void isMarkdownThatCanBePasted() {
    OutcomeRow odd = row("false", Optional.empty(), Outcome.FAILED, "FAILED: a|b <c>");
    assertThat(new OutcomeTable(List.of(COMPLETED, odd)).render(SummaryFormat.MD))
        .isEqualTo(
            """
            | Benchmark | (capture) | (useHttp1) | Mode | Cnt | Score | Error | Units | Result |
            |---|---:|---:|---:|---:|---:|---:|---|---|
            | StreamingSearch.stream | stalls | true | thrpt | 4 | 2.301 | ± 0.676 | ops/s | COMPLETED |
            | StreamingSearch.stream | stalls | false | thrpt | - | - | - | - | FAILED: a\\|b &lt;c> |
            """);
  }

  @Test
  void isTheSameUnderALocaleWithCommas() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      hasJmhsColumnsInItsOrderAndOneMore();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void neverShowsAScoreOfWhatDidNotComplete() {
    assertThatThrownBy(
            () ->
                row(
                    "true",
                    Optional.of(new Score(4, 2.3, 0.6, "ops/s")),
                    Outcome.STALLED,
                    "STALLED"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
