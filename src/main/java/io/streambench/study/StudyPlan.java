package io.streambench.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * The order of a study's forks: every cell once, then every cell again, so that a machine that
 * drifts does so under all cells alike. Each round has a random order of its own, so that no cell
 * always follows the same one, and none is always the first on cold nodes; it is the same each time
 * that the study is run, or resumed.
 */
public record StudyPlan(List<StudyStep> steps) {
  /** The time that it takes to start a fork and to connect it. */
  private static final int FORK_SECONDS = 4;

  private static final long SEED = 0x0DDE2L;

  public StudyPlan {
    steps = List.copyOf(steps);
  }

  public static StudyPlan interleaved(
      List<StudyCell> cells, int rounds, Function<StudyCell, Timing> timing) {
    List<StudyStep> steps = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<StudyCell> order = new ArrayList<>(cells);
      Collections.shuffle(order, new Random(SEED + round));
      for (StudyCell cell : order) {
        steps.add(new StudyStep(cell, round, timing.apply(cell)));
      }
    }
    return new StudyPlan(steps);
  }

  /** All forks of a cell one after the other. */
  public static StudyPlan inTurn(
      List<StudyCell> cells, int rounds, Function<StudyCell, Timing> timing) {
    return new StudyPlan(
        interleaved(cells, rounds, timing).steps().stream()
            .sorted(Comparator.comparingInt(step -> cells.indexOf(step.cell())))
            .toList());
  }

  /** About how long all forks take, clusters not included. */
  public long estimatedSeconds() {
    return steps.stream().mapToLong(step -> FORK_SECONDS + step.timing().totalSeconds()).sum();
  }
}
