package io.streambench.watchdog;

import io.streambench.analysis.Outcome;
import io.streambench.config.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of all forks of one combination: one that did not complete decides, and without a
 * result of JMH it has failed.
 *
 * @param told the file of the fork that decided, if one has left any
 */
public record RunOutcome(Outcome outcome, String detail, Optional<OutcomeFile> told) {
  /** Decides by the files of the forks; silence is the detail of a failure without one. */
  public static RunOutcome of(List<OutcomeFile> told, boolean measured, String silence) {
    Optional<OutcomeFile> bad =
        told.stream().filter(file -> file.outcome() != Outcome.COMPLETED).findFirst();
    if (bad.isPresent()) {
      return new RunOutcome(bad.get().outcome(), detail(bad.get()), bad);
    }
    Optional<OutcomeFile> last = told.stream().reduce((before, after) -> after);
    return measured
        ? new RunOutcome(Outcome.COMPLETED, last.map(OutcomeFile::detail).orElse(""), last)
        : new RunOutcome(Outcome.FAILED, silence, last);
  }

  private static String detail(OutcomeFile bad) {
    return bad.outcome() == Outcome.STALLED
        ? Text.of("last tuple at %.1f s", bad.seconds())
        : bad.detail();
  }

  /** Operations that completed; 0 if they were not counted. */
  public long operations() {
    return told.map(OutcomeFile::operations).orElse(0L);
  }

  /** The folder of the evidence, if the run did not complete and left some. */
  public Optional<Path> evidence() {
    return told.filter(file -> outcome != Outcome.COMPLETED).map(OutcomeFile::folder).map(Path::of);
  }

  /** All of it in one line, with the name of the evidence's folder. */
  public String line() {
    String result =
        switch (outcome) {
          case COMPLETED -> detail.isEmpty() ? "COMPLETED" : "COMPLETED, " + detail;
          case STALLED -> Text.of("STALLED, last tuple at %.1f s", told.orElseThrow().seconds());
          case FAILED -> "FAILED: " + detail;
        };
    return result + evidence().map(folder -> ", see " + folder.getFileName()).orElse("");
  }
}
