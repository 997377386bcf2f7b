package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.outcome.OutcomeRow.Score;
import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
  private static final int TERMINAL = 120;

  private static final OutcomeRow COMPLETED =
      OutcomeRows.completed("thrpt", Map.of("useHttp1", "true", "capture", "stalls"), 2, 2.602);
  private static final OutcomeRow STALLED =
      OutcomeRows.ended(
          Outcome.STALLED,
          Map.of("useHttp1", "false", "capture", "stalls"),
          "STALLED, last tuple at 1.0 s, see there");

  private static RunSummary summary(OutcomeRow... rows) {
    return new RunSummary(List.of(rows), List.of("useHttp1"));
  }

  @Test
  void hasJmhsColumnsTheOutcomeAndBelowItWhatThereIsToTellAndTheAnswer() {
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
  void isMarkdownThatCanBePasted() {
    OutcomeRow odd =
        OutcomeRows.ended(Outcome.FAILED, Map.of("useHttp1", "false"), "FAILED: a|b <c>");
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
  void aColumnThatSaysTheSameInEveryRowOrNothingIsLeftOut() {
    assertThat(summary(STALLED, STALLED).plainText()).contains("(useHttp1)  Result\n");
    assertThat(summary(STALLED, STALLED).sameInEveryRow()).containsExactly("Mode thrpt");
    assertThat(summary(STALLED).plainText()).contains("(useHttp1)   Mode  Result\n");
  }

  @Test
  void theTableFitsATerminalWhateverAMessageSays() {
    OutcomeRow failed =
        OutcomeRows.ended(
            Outcome.FAILED, Map.of("useHttp1", "false"), "FAILED: " + "a long reason ".repeat(20));
    List<String> table =
        summary(failed, COMPLETED).plainText().lines().takeWhile(line -> !line.isEmpty()).toList();
    assertThat(table).hasSize(3).allMatch(line -> line.length() <= TERMINAL);
  }
}
