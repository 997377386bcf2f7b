package io.streambench.cli;

import io.streambench.flow.rule.Outcome;
import java.util.Collection;

/** The exit status of a command. */
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

  /** Returns FAILED if any outcome is FAILED, else STALLED if any is STALLED, else SUCCESS. */
  static ExitStatus ofOutcomes(Collection<Outcome> outcomes) {
    if (outcomes.contains(Outcome.FAILED)) {
      return FAILED;
    }
    return outcomes.contains(Outcome.STALLED) ? STALLED : SUCCESS;
  }
}
