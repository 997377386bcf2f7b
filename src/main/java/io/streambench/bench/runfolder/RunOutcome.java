package io.streambench.bench.runfolder;

import io.streambench.base.TextFormat;
import io.streambench.flow.rule.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The joint outcome of all forks of one combination. It is the outcome of the first fork that did
 * not complete. If all completed, it is COMPLETED, or FAILED if there is no JMH result.
 *
 * @param outcomeFile the file of the fork that determined the outcome, if it left one
 */
public record RunOutcome(Outcome outcome, String detail, Optional<OutcomeFile> outcomeFile) {
  /**
   * Determines the outcome from the forks' files. If nothing was {@code measured} and no fork
   * reported a failure, {@code defaultDetail} is the detail.
   */
  public static RunOutcome combine(
      List<OutcomeFile> outcomeFiles, boolean measured, String defaultDetail) {
    Optional<OutcomeFile> incomplete =
        outcomeFiles.stream().filter(file -> file.outcome() != Outcome.COMPLETED).findFirst();
    if (incomplete.isPresent()) {
      return new RunOutcome(incomplete.get().outcome(), detail(incomplete.get()), incomplete);
    }
    Optional<OutcomeFile> last = outcomeFiles.stream().reduce((before, after) -> after);
    return measured
        ? new RunOutcome(Outcome.COMPLETED, last.map(OutcomeFile::detail).orElse(""), last)
        : new RunOutcome(Outcome.FAILED, defaultDetail, last);
  }

  private static String detail(OutcomeFile incomplete) {
    return incomplete.outcome() == Outcome.STALLED
        ? TextFormat.of("last tuple at %.1f s", incomplete.seconds())
        : incomplete.detail();
  }

  /** The number of completed operations; 0 if they were not counted. */
  public long operations() {
    return outcomeFile.map(OutcomeFile::operations).orElse(0L);
  }

  /** The folder of the evidence, if the run did not complete and left evidence. */
  public Optional<Path> evidence() {
    return outcomeFile
        .filter(file -> outcome != Outcome.COMPLETED)
        .map(OutcomeFile::folder)
        .map(Path::of);
  }

  /** The outcome in one line, with the name of the evidence folder. */
  public String line() {
    String separator = outcome == Outcome.FAILED ? ": " : detail.isEmpty() ? "" : ", ";
    return outcome
        + separator
        + detail
        + evidence().map(folder -> ", see " + folder.getFileName()).orElse("");
  }
}
