package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Determines from the windows of a client's sessions why a reader makes no progress. */
final class WindowEvidence {
  final List<SessionState> sessions;
  private final boolean areReadersKnown;

  WindowEvidence(List<SessionState> sessions) {
    this.sessions = List.copyOf(sessions);
    this.areReadersKnown =
        sessions.stream().anyMatch(session -> !session.streamsWithWaitingReader().isEmpty());
  }

  /** Returns STALLED if an exhausted window certainly blocks the reader or sender. */
  Optional<Verdict> stalledVerdict() {
    Optional<SessionState> starved = firstMatching(this::mayBlockReader);
    if (starved.isPresent()) {
      return starved
          .filter(session -> otherAwaitedSessions().isEmpty())
          .map(
              session ->
                  createStalledVerdict(
                      session.cause(),
                      List.of(
                          describeHeldBytes(session),
                          Kind.MERGE_WAITS_FOR.of(describeAwaitedStreams(session))),
                      session));
    }
    return firstMatching(SessionState::isSendBlocked)
        .map(
            session ->
                createStalledVerdict(
                    StallCause.SESSION_WINDOW,
                    List.of(Kind.SEND_WINDOW_EXHAUSTED.of(session.id(), session.remoteAddress())),
                    session));
  }

  private Verdict createStalledVerdict(
      StallCause cause, List<Reason> reasons, SessionState session) {
    return Verdict.stalled(cause, reasons).withSessions(Optional.of(session), sessions);
  }

  private Optional<SessionState> firstMatching(Predicate<SessionState> condition) {
    return sessions.stream().filter(condition).findFirst();
  }

  /** Returns POSSIBLE if an exhausted window may block a reader. */
  Optional<Verdict> possibleVerdict() {
    return firstMatching(this::mayBlockReader)
        .map(session -> createPossibleVerdict(session, describeEitherWait(session)))
        .or(
            () ->
                firstMatching(session -> !areReadersKnown && mayBlockUnseenStreams(session))
                    .map(session -> createPossibleVerdict(session, Kind.NO_VISIBLE_READER.of())));
  }

  private Verdict createPossibleVerdict(SessionState session, Reason doubt) {
    return Verdict.possible(List.of(describeHeldBytes(session), doubt), session, sessions);
  }

  Verdict unknownVerdict(Reason silence, Optional<Reason> resources) {
    List<Reason> reasons = new ArrayList<>(List.of(silence));
    String exhausted =
        sessions.stream()
            .filter(SessionState::isExhausted)
            .map(SessionState::id)
            .collect(Collectors.joining(", "));
    reasons.add(
        exhausted.isEmpty()
            ? Kind.NO_WINDOW_EXHAUSTED.of(sessions.size())
            : Kind.NO_READER_ON_SESSION.of(exhausted));
    if (areReadersKnown) {
      reasons.add(
          Kind.READER_WAITS_FOR.of(
              describeWaitingStreams(sessions.stream().filter(this::isAwaited).toList())));
    }
    resources.ifPresent(reasons::add);
    return Verdict.of(Source.WINDOWS, Finding.NO_STALL, Optional.of(StallCause.UNKNOWN), reasons)
        .withSessions(Optional.empty(), sessions);
  }

  /** Returns whether the session's window blocks data for which the reader waits or may wait. */
  private boolean mayBlockReader(SessionState session) {
    return session.isExhausted() && isAwaited(session);
  }

  private boolean isAwaited(SessionState session) {
    return areReadersKnown
        ? !session.streamsWithWaitingReader().isEmpty()
        : session.mayHaveReader();
  }

  /** Returns the sessions with an open window on which the reader may be waiting. */
  private List<SessionState> otherAwaitedSessions() {
    return sessions.stream().filter(other -> !other.isExhausted() && isAwaited(other)).toList();
  }

  /**
   * Returns whether the session's window is exhausted and may block a stream or reader that the
   * source does not show.
   */
  private static boolean mayBlockUnseenStreams(SessionState session) {
    return session.isExhausted()
        && (session.unseenStreams() > 0
            || session.unreadOfUnseenStreams() > 0
            || session.streams().isEmpty()
            || session.streams().stream().anyMatch(stream -> stream.waiting() != Waiting.NO));
  }

  private Reason describeEitherWait(SessionState session) {
    return Kind.WAITS_FOR_EITHER.of(
        describeAwaitedStreams(session), describeWaitingStreams(otherAwaitedSessions()));
  }

  private static Reason describeHeldBytes(SessionState session) {
    return session.cancelledBytes() == 0
        ? Kind.WINDOW_EXHAUSTED.of(
            session.id(),
            session.remoteAddress(),
            session.unreadBytes(),
            session.unacknowledgedBytes())
        : Kind.WINDOW_HELD_BY_CANCELLED.of(
            session.id(),
            session.remoteAddress(),
            session.unreadBytes(),
            session.cancelledBytes(),
            session.unreadBytes() - session.cancelledBytes(),
            session.unacknowledgedBytes());
  }

  private static Reason describeWaitingStreams(List<SessionState> waiting) {
    return Reason.combine(
        waiting.stream()
            .map(session -> Kind.OF_SESSION.of(describeAwaitedStreams(session), session.id())));
  }

  private static Reason describeAwaitedStreams(SessionState session) {
    List<Integer> ids = session.awaitedStreams().stream().map(StreamState::id).toList();
    if (ids.isEmpty()) {
      return session.unseenStreams() == 1
          ? Kind.UNSEEN_STREAM.of()
          : Kind.ONE_OF_UNSEEN_STREAMS.of(session.unseenStreams());
    }
    return ids.size() == 1
        ? Kind.STREAM.of(ids.get(0))
        : Kind.ONE_OF_STREAMS.of(
            ids.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
