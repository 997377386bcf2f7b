package io.streambench.cli;

import io.streambench.flow.rule.Outcome;
import java.util.Collection;

/** The exit status of every command. */
public enum ExitStatus {
  SUCCESS(0),
  FAILED(1),
  WRONG_USE(2),
  STALLED(3);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Combines outcomes; FAILED beats STALLED, since a failed run leaves its question unanswered. */
  static ExitStatus ofOutcomes(Collection<Outcome> outcomes) {
    if (outcomes.contains(Outcome.FAILED)) {
      return FAILED;
    }
    return outcomes.contains(Outcome.STALLED) ? STALLED : SUCCESS;
  }
}
