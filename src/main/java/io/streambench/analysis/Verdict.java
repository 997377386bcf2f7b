package io.streambench.analysis;

import java.util.List;

/**
 * What became of an operation that did not complete.
 *
 * @param outcome STALLED or FAILED
 * @param reason one line for people
 * @param sessions the HTTP/2 sessions of the reader's client at that moment
 */
public record Verdict(Outcome outcome, String reason, List<SessionState> sessions) {
  public Verdict {
    if (outcome == Outcome.COMPLETED) {
      throw new IllegalArgumentException("a completed operation needs no verdict");
    }
    sessions = List.copyOf(sessions);
  }
}
