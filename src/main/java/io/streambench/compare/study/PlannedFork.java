package io.streambench.compare.study;

import io.streambench.compare.cells.CellOutcome;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A planned fork of a cell. Rounds are counted from 1; an unmeasured fork has round 0. */
public record PlannedFork(StudyCell cell, int round, Timing timing) {
  private static final long SEED = 0x0DDE2L;

  /**
   * Returns the forks in the order of their rounds. Each round has one fork of every cell, so that
   * a drift of the machine affects all cells alike. The order within a round is random, so that no
   * cell always follows the same other cell or always runs first on cold nodes. The seed is fixed,
   * so that a resumed study keeps its order.
   */
  static List<PlannedFork> interleavedForks(
      List<StudyCell> cells, int rounds, Function<StudyCell, Timing> timing) {
    List<PlannedFork> steps = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<StudyCell> order = new ArrayList<>(cells);
      Collections.shuffle(order, new Random(SEED + round));
      for (StudyCell cell : order) {
        steps.add(new PlannedFork(cell, round, timing.apply(cell)));
      }
    }
    return steps;
  }

  public String name() {
    return cell.label() + "-" + round;
  }

  boolean matches(CellOutcome outcome) {
    return outcome.round() == round && cell.matches(outcome);
  }

  /** Creates the outcome for the study's file. Folder and result may be null. */
  CellOutcome createOutcome(
      Outcome outcome, String detail, long operations, String folder, String result) {
    return new CellOutcome(
        cell.benchmark(),
        timing.mode(cell.benchmark()),
        cell.identifyingParameters(),
        round,
        0,
        outcome,
        detail,
        operations,
        folder,
        result);
  }
}
