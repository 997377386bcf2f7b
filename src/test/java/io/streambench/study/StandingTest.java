package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.results.CellOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingTest {
  private static CellFigures cell(Outcome other, double... scores) {
    StudyCell cell = new StudyCell("x", "B.b", Map.of(), List.of(), 1);
    List<CellOutcome> outcomes = new ArrayList<>();
    List<Fork> forks = new ArrayList<>();
    for (double score : scores) {
      outcomes.add(outcome(Outcome.COMPLETED));
      forks.add(new Fork(List.of(score, score * 1.01)));
    }
    if (other != Outcome.COMPLETED) {
      outcomes.add(outcome(other));
    }
    return new CellFigures(cell, outcomes, forks, "ops/s", Map.of(), List.of());
  }

  private static CellOutcome outcome(Outcome outcome) {
    return new CellOutcome("B.b", "thrpt", Map.of(), 1, outcome, "", null, null);
  }

  private static final CellFigures BEST = cell(Outcome.COMPLETED, 3.0, 3.1, 2.9, 3.05, 3.0);

  private static Standing of(CellFigures cell) {
    return Standing.of(cell, List.of(BEST, cell));
  }

  @Test
  void aCellIsSlowIfItsWholeIntervalIsBelowHalfOfTheBest() {
    assertThat(of(cell(Outcome.COMPLETED, 1.0, 1.1, 0.9, 1.05, 1.0))).isEqualTo(Standing.SLOW);
  }

  @Test
  void aCellIsFastIfItsWholeIntervalIsAboveHalfOfTheBest() {
    assertThat(of(BEST)).isEqualTo(Standing.FAST);
    assertThat(of(cell(Outcome.COMPLETED, 2.0, 2.1, 1.9, 2.05, 2.0))).isEqualTo(Standing.FAST);
  }

  @Test
  void aCellWhoseIntervalHoldsHalfOfTheBestIsUnclear() {
    assertThat(of(cell(Outcome.COMPLETED, 1.0, 2.1, 1.2, 1.8, 1.5))).isEqualTo(Standing.UNCLEAR);
  }

  @Test
  void oneStalledForkOutweighsEveryScore() {
    assertThat(of(cell(Outcome.STALLED, 9.0, 9.1))).isEqualTo(Standing.STALLED);
    assertThat(of(cell(Outcome.FAILED, 9.0, 9.1))).isEqualTo(Standing.FAILED);
  }

  @Test
  void theScoreOfACellThatStalledIsNoOnesMeasure() {
    CellFigures stalled = cell(Outcome.STALLED, 90.0, 91.0);
    assertThat(Standing.of(BEST, List.of(BEST, stalled))).isEqualTo(Standing.FAST);
  }

  @Test
  void aCellWithoutForksIsMissing() {
    assertThat(of(cell(Outcome.COMPLETED))).isEqualTo(Standing.MISSING);
  }

  @Test
  void oneForkHasAnIntervalOfItsIterationsAndSaysSo() {
    Estimate one = cell(Outcome.COMPLETED, 3.0).estimate().orElseThrow();
    assertThat(one.ofForks()).isFalse();
    assertThat(one.interval().contains(3.015)).isTrue();
    assertThat(BEST.estimate().orElseThrow().ofForks()).isTrue();
  }
}
