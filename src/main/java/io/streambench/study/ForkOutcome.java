package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.results.CellOutcome;
import io.streambench.watchdog.RunOutcome;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The outcome of one fork.
 *
 * @param detail one line for people
 * @param operations that completed; 0 where nobody counted
 * @param result JMH's result, below the study's folder; a run that completed has one
 * @param evidence the run's own folder, below the study's
 */
record ForkOutcome(
    StudyStep step,
    Outcome outcome,
    String detail,
    long operations,
    Optional<String> result,
    Optional<String> evidence) {
  /**
   * @param evidence the run's own folder, if it was kept
   */
  static ForkOutcome of(
      StudyStep step, RunOutcome ending, Optional<Path> evidence, StudyFolder folder) {
    return new ForkOutcome(
        step,
        ending.outcome(),
        ending.detail(),
        ending.operations(),
        ending.outcome() == Outcome.COMPLETED
            ? Optional.of(relative(folder, folder.resultOf(step)))
            : Optional.empty(),
        evidence.map(run -> relative(folder, run)));
  }

  /**
   * The outcome as it is written to the study's file.
   *
   * @param mode JMH's short name of what was measured
   */
  CellOutcome forFile(String mode) {
    return new CellOutcome(
        step.cell().benchmark(),
        mode,
        step.cell().identity(),
        step.round(),
        outcome,
        detail,
        operations,
        evidence.orElse(null),
        result.orElse(null));
  }

  private static String relative(StudyFolder folder, Path inside) {
    Path base = folder.path().toAbsolutePath();
    Path absolute = inside.toAbsolutePath();
    return absolute.startsWith(base) ? base.relativize(absolute).toString() : absolute.toString();
  }
}
