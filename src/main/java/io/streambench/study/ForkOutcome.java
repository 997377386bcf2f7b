package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.config.Text;
import io.streambench.results.CellOutcome;
import io.streambench.watchdog.OutcomeFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What became of one fork.
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
   * @param told what the fork has said of itself, if it came to that
   * @param measured whether JMH has a result
   * @param failure what JMH said where it gave up
   */
  static ForkOutcome of(
      StudyStep step,
      Optional<OutcomeFile> told,
      boolean measured,
      Optional<String> failure,
      StudyFolder folder) {
    Outcome outcome =
        told.map(OutcomeFile::outcome).orElse(measured ? Outcome.COMPLETED : Outcome.FAILED);
    if (outcome == Outcome.COMPLETED && !measured) {
      outcome = Outcome.FAILED;
    }
    String detail =
        switch (outcome) {
          case COMPLETED -> told.map(OutcomeFile::detail).orElse("");
          case STALLED -> Text.of("last tuple at %.1f s", told.orElseThrow().seconds());
          case FAILED ->
              told.filter(file -> file.outcome() == Outcome.FAILED)
                  .map(OutcomeFile::detail)
                  .or(() -> failure)
                  .orElse("the fork ended without a result, see log/" + step.name() + ".txt");
        };
    return new ForkOutcome(
        step,
        outcome,
        detail,
        told.map(OutcomeFile::operations).orElse(0L),
        outcome == Outcome.COMPLETED
            ? Optional.of(relative(folder, folder.resultOf(step)))
            : Optional.empty(),
        told.map(OutcomeFile::folder).map(Path::of).map(run -> relative(folder, run)));
  }

  /**
   * As it is written down.
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
