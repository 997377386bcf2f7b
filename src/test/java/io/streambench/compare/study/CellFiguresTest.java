package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Layout;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellFiguresTest {
  private static final double[] SCORES = {4, 4.1, 99, 4.2, 4.3};

  /** Returns a cell with one fork per round, run in the given sessions. */
  private static CellFigures cell(double factor, int... sessions) {
    List<CellOutcome> outcomes = new ArrayList<>();
    List<Fork> forks = new ArrayList<>();
    for (int i = 0; i < sessions.length; i++) {
      outcomes.add(
          new CellOutcome("B.b", "thrpt", Map.of(), i + 1, 0, Outcome.COMPLETED, "", 0, null, null)
              .withSession(sessions[i]));
      forks.add(new Fork(List.of(i == 2 && factor > 1 ? 1 : factor * SCORES[i])));
    }
    return new CellFigures(
        SyntheticStudy.cell("x", "B.b", ""), outcomes, forks, Map.of(), List.of(), false);
  }

  private static Judgement judge(CellFigures base, CellFigures cell) {
    return new Comparison(0)
        .judge(
            BetterDirection.HIGHER,
            Layout.INTERLEAVED,
            base.sample().orElseThrow(),
            cell.sample().orElseThrow());
  }

  /** Round 3 of the cell failed, and ran again in a later session than that of its baseline. */
  @Test
  void doesNotPairForksOfDifferentSessions() {
    CellFigures base = cell(1, 0, 0, 0, 1, 1);
    Judgement judged = judge(base, cell(2, 0, 0, 1, 1, 1));
    assertThat(judged.verdict()).isEqualTo(ComparisonVerdict.FASTER);
    assertThat(judged.evidence().orElseThrow().ratio()).isCloseTo(2, within(1e-9));
    assertThat(judge(base, cell(2, 0, 0, 0, 1, 1)).isDifferent()).isFalse();
    assertThat(judge(base, cell(2, 1, 0, 1, 1, 1)).verdict())
        .isEqualTo(ComparisonVerdict.TOO_FEW_FORKS);
  }
}
