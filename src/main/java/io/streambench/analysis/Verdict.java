package io.streambench.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The verdict on an operation that did not complete.
 *
 * @param cause why no data arrived, if known; the presumed cause of a possible stall
 * @param streams the streams of {@code session} for which the reader waits or may wait
 * @param sessions the HTTP/2 sessions of the reader's client at that time
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

  /** A failure whose cause was not examined. */
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

  /** An exhausted window for which a reader may or may not wait. */
  public static Verdict possible(String reason, SessionState session, List<SessionState> all) {
    return of(Finding.POSSIBLE, Optional.of(session.cause()), reason, Optional.of(session), all);
  }

  public Outcome outcome() {
    return finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED;
  }

  /** Returns this verdict with another reason. */
  public Verdict withReason(String better) {
    return new Verdict(finding, cause, better, session, streams, sessions);
  }

  /** Returns whether this session is stalled according to this verdict. */
  public boolean stalls(SessionState one) {
    boolean aboutOther = // it applies to any session if no awaited stream is known
        session.filter(own -> !own.awaitedStreams().isEmpty() && !own.equals(one)).isPresent();
    return finding == Finding.STALLED && one.starves() && !aboutOther;
  }
}
