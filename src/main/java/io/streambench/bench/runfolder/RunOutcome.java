package io.streambench.bench.runfolder;

import io.streambench.base.TextFormat;
import io.streambench.flow.rule.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of all forks of one combination. A fork that did not complete determines it; without
 * a JMH result it is FAILED.
 *
 * @param outcomeFile the file of the fork that determined the outcome, if it left one
 */
public record RunOutcome(Outcome outcome, String detail, Optional<OutcomeFile> outcomeFile) {
  /** Determines the outcome from the forks' files; {@code silence} is the detail without a file. */
  public static RunOutcome combine(
      List<OutcomeFile> outcomeFiles, boolean measured, String silence) {
    Optional<OutcomeFile> bad =
        outcomeFiles.stream().filter(file -> file.outcome() != Outcome.COMPLETED).findFirst();
    if (bad.isPresent()) {
      return new RunOutcome(bad.get().outcome(), detail(bad.get()), bad);
    }
    Optional<OutcomeFile> last = outcomeFiles.stream().reduce((before, after) -> after);
    return measured
        ? new RunOutcome(Outcome.COMPLETED, last.map(OutcomeFile::detail).orElse(""), last)
        : new RunOutcome(Outcome.FAILED, silence, last);
  }

  private static String detail(OutcomeFile bad) {
    return bad.outcome() == Outcome.STALLED
        ? TextFormat.of("last tuple at %.1f s", bad.seconds())
        : bad.detail();
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
    String result =
        switch (outcome) {
          case COMPLETED -> detail.isEmpty() ? "COMPLETED" : "COMPLETED, " + detail;
          case STALLED ->
              TextFormat.of("STALLED, last tuple at %.1f s", outcomeFile.orElseThrow().seconds());
          case FAILED -> "FAILED: " + detail;
        };
    return result + evidence().map(folder -> ", see " + folder.getFileName()).orElse("");
  }
}
