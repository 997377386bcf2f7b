package io.streambench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The order of a study's forks: every cell once, then every cell again, so that a machine that
 * drifts does so under all cells alike. Each round begins one cell later than the one before it, so
 * that no cell always follows the same pause.
 */
public record StudyPlan(List<StudyStep> steps) {
  /** What starting a fork and connecting it takes. */
  private static final int FORK_SECONDS = 4;

  /** Copies. */
  public StudyPlan {
    steps = List.copyOf(steps);
  }

  /** Interleaves the cells. */
  public static StudyPlan interleaved(
      List<StudyCell> cells, int rounds, Function<StudyCell, Timing> timing) {
    List<StudyStep> steps = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (int i = 0; i < cells.size(); i++) {
        StudyCell cell = cells.get((i + round - 1) % cells.size());
        steps.add(new StudyStep(cell, round, timing.apply(cell)));
      }
    }
    return new StudyPlan(steps);
  }

  /** All forks of a cell one after the other. */
  public static StudyPlan inTurn(
      List<StudyCell> cells, int rounds, Function<StudyCell, Timing> timing) {
    List<StudyStep> steps = new ArrayList<>();
    for (StudyCell cell : cells) {
      for (int round = 1; round <= rounds; round++) {
        steps.add(new StudyStep(cell, round, timing.apply(cell)));
      }
    }
    return new StudyPlan(steps);
  }

  /** About how long the last so many forks take, clusters not included. */
  public long estimatedSeconds(int forks) {
    return steps.subList(steps.size() - forks, steps.size()).stream()
        .mapToLong(step -> FORK_SECONDS + step.timing().totalSeconds())
        .sum();
  }
}
