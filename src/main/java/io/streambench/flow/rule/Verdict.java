package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict on an operation that did not complete.
 *
 * @param cause why no data arrived; only assumed if the finding is POSSIBLE; may be empty
 * @param awaitedStreamIds the streams of {@code session} for which the reader may be waiting
 * @param sessions the HTTP/2 sessions of the reader's client
 */
public record Verdict(
    Source source,
    Finding finding,
    Optional<StallCause> cause,
    List<Reason> reasons,
    Optional<SessionState> session,
    List<Integer> awaitedStreamIds,
    List<SessionState> sessions) {
  public Verdict {
    reasons = List.copyOf(reasons);
    awaitedStreamIds = List.copyOf(awaitedStreamIds);
    sessions = List.copyOf(sessions);
  }

  /** Returns the verdict on a failure that was not examined for a stall. */
  public static Verdict failed(String reason, List<SessionState> sessions) {
    return of(Source.RUN, Finding.NO_STALL, Optional.empty(), List.of(Kind.TEXT.of(reason)))
        .withSessions(Optional.empty(), sessions);
  }

  /** Returns a verdict without sessions. */
  public static Verdict of(
      Source source, Finding finding, Optional<StallCause> cause, List<Reason> reasons) {
    return new Verdict(source, finding, cause, reasons, Optional.empty(), List.of(), List.of());
  }

  static Verdict stalled(StallCause cause, List<Reason> reasons) {
    return of(Source.WINDOWS, Finding.STALLED, Optional.of(cause), reasons);
  }

  /** Returns the verdict on a hang that the run itself has reported. */
  public static Verdict reportedByRun(StallCause cause, String reason) {
    return of(
        Source.RUN, Finding.STALLED, Optional.of(cause), List.of(Kind.VERDICT_FROM_RUN.of(reason)));
  }

  /** Returns the verdict on an exhausted session window that may block a reader. */
  public static Verdict possible(
      List<Reason> reasons, SessionState session, List<SessionState> sessions) {
    return of(Source.WINDOWS, Finding.POSSIBLE, Optional.of(session.cause()), reasons)
        .withSessions(Optional.of(session), sessions);
  }

  /** Returns a copy with all sessions and, if known, with the session on which the reader waits. */
  public Verdict withSessions(Optional<SessionState> session, List<SessionState> allSessions) {
    List<StreamState> awaited = session.map(SessionState::awaitedStreams).orElse(List.of());
    List<Integer> ids = awaited.stream().map(StreamState::id).toList();
    return new Verdict(source, finding, cause, reasons, session, ids, allSessions);
  }

  public Outcome outcome() {
    return finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED;
  }

  /** Returns a copy whose only reason is the given text. */
  public Verdict withReason(String text) {
    return withReasons(List.of(Kind.TEXT.of(text)));
  }

  public Verdict withFirstReason(Reason reason) {
    return withReasons(Stream.concat(Stream.of(reason), reasons.stream()).toList());
  }

  public Verdict withAdditionalReason(Reason additional) {
    return withReasons(Stream.concat(reasons.stream(), Stream.of(additional)).toList());
  }

  /** Returns a POSSIBLE verdict on {@code hungSession}, with {@code doubt} as the last reason. */
  public Verdict asPossible(
      Reason doubt, SessionState hungSession, List<SessionState> allSessions) {
    return possible(withAdditionalReason(doubt).reasons, hungSession, allSessions);
  }

  private Verdict withReasons(List<Reason> newReasons) {
    return new Verdict(source, finding, cause, newReasons, session, awaitedStreamIds, sessions);
  }

  /** Returns whether one of the verdict's reasons is or contains {@code wanted}. */
  public boolean hasReason(Reason wanted) {
    return reasons.stream().anyMatch(reason -> reason.contains(wanted));
  }

  public String reason() {
    return reasons.stream().map(Reason::toString).collect(Collectors.joining());
  }

  /** Returns whether another session is stalled according to this verdict. */
  public boolean isStallOf(SessionState other) {
    boolean namesAnother = // the verdict applies to any session if no awaited stream is known
        session
            .filter(own -> !own.streamsWithWaitingReader().isEmpty() && !own.equals(other))
            .isPresent();
    return finding == Finding.STALLED && other.mayBlockReader() && !namesAnother;
  }
}
