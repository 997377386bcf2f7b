package io.streambench.bench.runfolder;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunOutcomeTest {
  private static OutcomeFile outcomeFile(Outcome outcome, String detail, String folder) {
    return new OutcomeFile("A.b", "thrpt", Map.of(), outcome, 1.84, 7, detail, null, folder, null);
  }

  private static final OutcomeFile COMPLETED = outcomeFile(Outcome.COMPLETED, "7 operations", null);
  private static final OutcomeFile STALLED = outcomeFile(Outcome.STALLED, "no window", "/logs/s");
  private static final OutcomeFile FAILED =
      outcomeFile(Outcome.FAILED, "a wrong answer", "/logs/f");

  @Test
  void incompleteForkDeterminesOutcome() {
    RunOutcome ending = RunOutcome.combine(List.of(COMPLETED, STALLED, COMPLETED), true, "silent");
    assertThat(ending.outcome()).isEqualTo(Outcome.STALLED);
    assertThat(ending.detail()).isEqualTo("last tuple at 1.8 s");
    assertThat(ending.summaryLine()).isEqualTo("STALLED, last tuple at 1.8 s, see s");
  }

  @Test
  void failureHasDetailOfFork() {
    RunOutcome ending = RunOutcome.combine(List.of(FAILED), false, "silent");
    assertThat(ending.summaryLine()).isEqualTo("FAILED: a wrong answer, see f");
    assertThat(ending.detail()).isEqualTo("a wrong answer");
  }

  @Test
  void failsWithoutResultFromJmh() {
    RunOutcome ending = RunOutcome.combine(List.of(COMPLETED), false, "silent");
    assertThat(ending.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(ending.summaryLine()).isEqualTo("FAILED: silent");
    assertThat(ending.operations()).isEqualTo(7);
    assertThat(RunOutcome.combine(List.of(), false, "silent").outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void completedRunHasDetailOfLastForkAndNoEvidence() {
    OutcomeFile kept = outcomeFile(Outcome.COMPLETED, "8 operations", "/logs/kept");
    RunOutcome ending = RunOutcome.combine(List.of(COMPLETED, kept), true, "silent");
    assertThat(ending.summaryLine()).isEqualTo("COMPLETED, 8 operations");
    assertThat(ending.evidenceFolder()).isEmpty();
    assertThat(RunOutcome.combine(List.of(), true, "silent").summaryLine()).isEqualTo("COMPLETED");
  }
}
