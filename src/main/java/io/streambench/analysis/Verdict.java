package io.streambench.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The verdict on an operation that did not complete.
 *
 * @param outcome STALLED or FAILED
 * @param finding what is known of a hang; STALLED where the outcome is, and nowhere else
 * @param cause why nothing came, as far as that was looked for; of a possible stall, what it would
 *     be
 * @param reason one line for people
 * @param session the session that the verdict is about, if it is about one
 * @param streams the streams of that session for which the reader waits, or may wait
 * @param sessions the HTTP/2 sessions of the reader's client at that moment
 */
public record Verdict(
    Outcome outcome,
    Finding finding,
    Optional<StallCause> cause,
    String reason,
    Optional<SessionState> session,
    List<Integer> streams,
    List<SessionState> sessions) {
  public Verdict {
    if (outcome == Outcome.COMPLETED) {
      throw new IllegalArgumentException("a completed operation needs no verdict");
    }
    if ((outcome == Outcome.STALLED) != (finding == Finding.STALLED)) {
      throw new IllegalArgumentException(outcome + " with " + finding);
    }
    streams = List.copyOf(streams);
    sessions = List.copyOf(sessions);
  }

  /** A verdict for which no cause was looked for. */
  public Verdict(Outcome outcome, String reason, List<SessionState> sessions) {
    this(
        outcome,
        outcome == Outcome.STALLED ? Finding.STALLED : Finding.NO_STALL,
        Optional.empty(),
        reason,
        outcome == Outcome.STALLED ? sessions.stream().findFirst() : Optional.empty(),
        List.of(),
        sessions);
  }

  /** A hang. */
  static Verdict stalled(
      StallCause cause, String reason, Optional<SessionState> session, List<SessionState> all) {
    return new Verdict(
        Outcome.STALLED,
        Finding.STALLED,
        Optional.of(cause),
        reason,
        session,
        session.map(Verdict::waitedFor).orElse(List.of()),
        all);
  }

  /** A hang of which the run itself has told; its sessions are not told again. */
  public static Verdict ofRun(StallCause cause, String reason) {
    return stalled(
        cause,
        reason + " (from the run's verdict.json; the recorded windows show no stall)",
        Optional.empty(),
        List.of());
  }

  /** A possible hang or another fault, from a log that shows no window. */
  static Verdict ofLog(Optional<StallCause> cause, String reason) {
    return new Verdict(
        Outcome.FAILED, Finding.POSSIBLE, cause, reason, Optional.empty(), List.of(), List.of());
  }

  /** A window that is used up, of which it is not known whether a reader waits for it. */
  public static Verdict possible(String reason, SessionState session, List<SessionState> all) {
    return new Verdict(
        Outcome.FAILED,
        Finding.POSSIBLE,
        Optional.of(causeOf(session)),
        reason,
        Optional.of(session),
        waitedFor(session),
        all);
  }

  /** No progress, and nothing that is exhausted. */
  static Verdict unknown(String reason, List<SessionState> all) {
    return new Verdict(
        Outcome.FAILED,
        Finding.NO_STALL,
        Optional.of(StallCause.UNKNOWN),
        reason,
        Optional.empty(),
        List.of(),
        all);
  }

  /** The same verdict in other words. */
  public Verdict withReason(String better) {
    return new Verdict(outcome, finding, cause, better, session, streams, sessions);
  }

  /** Returns whether this verdict calls that session stalled. */
  public boolean stalls(SessionState one) {
    return finding == Finding.STALLED && one.starves() && (session.isEmpty() || about(one));
  }

  /** Returns true for the verdict's own session, and for any if no awaited stream is known. */
  private boolean about(SessionState one) {
    return session.get().awaitedStreams().isEmpty() || session.get().equals(one);
  }

  static StallCause causeOf(SessionState session) {
    return session.heldByCancelled() ? StallCause.CANCELLED_STREAMS : StallCause.SESSION_WINDOW;
  }

  private static List<Integer> waitedFor(SessionState session) {
    return session.starvedStreams().stream().map(StreamState::id).toList();
  }
}
