package io.streambench.bench.runfolder;

import io.streambench.base.TextFormat;
import io.streambench.flow.rule.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The combined outcome of all forks of a benchmark: the outcome of the first fork that did not
 * complete. If there is no such fork, the outcome is COMPLETED, or FAILED if JMH has no result.
 *
 * @param outcomeFile the file of the fork that determined the outcome, if there is one
 */
public record RunOutcome(Outcome outcome, String detail, Optional<OutcomeFile> outcomeFile) {
  /**
   * Determines the outcome from the files of all forks. If every fork completed but {@code
   * hasResult} is false, the outcome is FAILED with {@code defaultDetail}.
   */
  public static RunOutcome combine(
      List<OutcomeFile> outcomeFiles, boolean hasResult, String defaultDetail) {
    Optional<OutcomeFile> incomplete =
        outcomeFiles.stream().filter(file -> file.outcome() != Outcome.COMPLETED).findFirst();
    if (incomplete.isPresent()) {
      return new RunOutcome(
          incomplete.get().outcome(), incompleteDetail(incomplete.get()), incomplete);
    }
    Optional<OutcomeFile> last = outcomeFiles.stream().reduce((before, after) -> after);
    return hasResult
        ? new RunOutcome(Outcome.COMPLETED, last.map(OutcomeFile::detail).orElse(""), last)
        : new RunOutcome(Outcome.FAILED, defaultDetail, last);
  }

  private static String incompleteDetail(OutcomeFile incomplete) {
    return incomplete.outcome() == Outcome.STALLED
        ? TextFormat.of("last tuple at %.1f s", incomplete.seconds())
        : incomplete.detail();
  }

  /** Returns the number of completed operations; 0 if they were not counted. */
  public long operations() {
    return outcomeFile.map(OutcomeFile::operations).orElse(0L);
  }

  /** Returns the folder of the evidence; empty if the run completed or wrote no evidence. */
  public Optional<Path> evidenceFolder() {
    return outcomeFile
        .filter(file -> outcome != Outcome.COMPLETED)
        .map(OutcomeFile::folder)
        .map(Path::of);
  }

  /** Returns the outcome in one line, with the name of the evidence folder. */
  public String summaryLine() {
    String separator = outcome == Outcome.FAILED ? ": " : detail.isEmpty() ? "" : ", ";
    return outcome
        + separator
        + detail
        + evidenceFolder().map(folder -> ", see " + folder.getFileName()).orElse("");
  }
}
