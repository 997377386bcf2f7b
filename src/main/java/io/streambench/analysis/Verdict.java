package io.streambench.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The verdict on an operation that did not complete.
 *
 * @param cause why nothing came, as far as is known; of a possible stall, what it would be
 * @param streams the streams of that session for which the reader waits, or may wait
 * @param sessions the HTTP/2 sessions of the reader's client at that moment
 */
public record Verdict(
    Finding finding,
    Optional<StallCause> cause,
    String reason,
    Optional<SessionState> session,
    List<Integer> streams,
    List<SessionState> sessions) {
  public Verdict {
    streams = List.copyOf(streams);
    sessions = List.copyOf(sessions);
  }

  /** A failure for which no cause was looked for. */
  public static Verdict failed(String reason, List<SessionState> sessions) {
    return of(Finding.NO_STALL, Optional.empty(), reason, Optional.empty(), sessions);
  }

  static Verdict of(
      Finding finding,
      Optional<StallCause> cause,
      String reason,
      Optional<SessionState> session,
      List<SessionState> all) {
    List<StreamState> waitedFor = session.map(SessionState::starvedStreams).orElse(List.of());
    return new Verdict(
        finding, cause, reason, session, waitedFor.stream().map(StreamState::id).toList(), all);
  }

  static Verdict stalled(
      StallCause cause, String reason, Optional<SessionState> session, List<SessionState> all) {
    return of(Finding.STALLED, Optional.of(cause), reason, session, all);
  }

  /** A hang that the run itself has reported; its sessions are not reported again. */
  public static Verdict ofRun(StallCause cause, String reason) {
    return stalled(
        cause,
        reason + " (from the run's verdict.json; the recorded windows show no stall)",
        Optional.empty(),
        List.of());
  }

  /** A window that is used up, of which it is not known whether a reader waits for it. */
  public static Verdict possible(String reason, SessionState session, List<SessionState> all) {
    return of(Finding.POSSIBLE, Optional.of(session.cause()), reason, Optional.of(session), all);
  }

  public Outcome outcome() {
    return finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED;
  }

  /** The same verdict in other words. */
  public Verdict withReason(String better) {
    return new Verdict(finding, cause, better, session, streams, sessions);
  }

  /** Returns whether this verdict calls that session stalled. */
  public boolean stalls(SessionState one) {
    boolean aboutOther = // it is about any session if no awaited stream is known
        session.filter(own -> !own.awaitedStreams().isEmpty() && !own.equals(one)).isPresent();
    return finding == Finding.STALLED && one.starves() && !aboutOther;
  }
}
