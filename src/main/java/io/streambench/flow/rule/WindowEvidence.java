package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Evidence from the windows of a client's sessions for a reader that makes no progress. */
final class WindowEvidence {
  final List<SessionState> sessions;
  private final boolean readersKnown;

  WindowEvidence(List<SessionState> sessions) {
    this.sessions = List.copyOf(sessions);
    this.readersKnown = sessions.stream().anyMatch(session -> !session.awaitedStreams().isEmpty());
  }

  /** The verdict on a stall that has no other explanation. */
  Optional<Verdict> stalled() {
    Optional<SessionState> starved = first(this::starves);
    if (starved.isPresent()) {
      return starved
          .filter(session -> elsewhere().isEmpty())
          .map(
              session ->
                  stalled(
                      session.cause(),
                      List.of(held(session), Kind.MERGE_WAITS_FOR.of(waitedFor(session))),
                      session));
    }
    return first(SessionState::mayNotSend)
        .map(session -> stalled(StallCause.SESSION_WINDOW, List.of(mayNotSend(session)), session));
  }

  private Verdict stalled(StallCause cause, List<Reason> reasons, SessionState session) {
    return Verdict.stalled(cause, reasons).about(Optional.of(session), sessions);
  }

  private Optional<SessionState> first(Predicate<SessionState> wanted) {
    return sessions.stream().filter(wanted).findFirst();
  }

  /** The verdict on an exhausted window for which a reader may or may not wait. */
  Optional<Verdict> possible() {
    return first(this::starves)
        .map(session -> Verdict.possible(orElsewhere(session), session, sessions))
        .or(
            () ->
                first(session -> !readersKnown && mayStarveUnseen(session))
                    .map(it -> Verdict.possible(noneVisible(it), it, sessions)));
  }

  Verdict unknown(Reason silence, Optional<Reason> resources) {
    List<Reason> reasons = new ArrayList<>(List.of(silence));
    String exhausted =
        sessions.stream()
            .filter(SessionState::exhausted)
            .map(SessionState::id)
            .collect(Collectors.joining(", "));
    reasons.add(
        exhausted.isEmpty()
            ? Kind.NO_WINDOW_USED_UP.of(sessions.size())
            : Kind.NOTHING_WAITS_ON.of(exhausted));
    if (readersKnown) {
      reasons.add(
          Kind.READER_WAITS_FOR.of(waits(sessions.stream().filter(this::waitsOn).toList())));
    }
    resources.ifPresent(reasons::add);
    return Verdict.of(Source.WINDOWS, Finding.NO_STALL, Optional.of(StallCause.UNKNOWN), reasons)
        .about(Optional.empty(), sessions);
  }

  /** Returns whether the reader waits or may wait for data that this session's window blocks. */
  private boolean starves(SessionState session) {
    return session.exhausted() && waitsOn(session);
  }

  private boolean waitsOn(SessionState session) {
    return readersKnown ? !session.awaitedStreams().isEmpty() : session.mayBeAwaited();
  }

  /** Sessions with window left on which the reader may wait for a stream instead. */
  private List<SessionState> elsewhere() {
    return sessions.stream().filter(other -> !other.exhausted() && waitsOn(other)).toList();
  }

  /** Returns whether a stream not in the source may starve here; false if all readers are busy. */
  private static boolean mayStarveUnseen(SessionState session) {
    return session.exhausted()
        && (session.unseenStreams() > 0
            || session.unreadElsewhere() > 0
            || session.streams().isEmpty()
            || session.streams().stream().anyMatch(stream -> stream.waiting() != Waiting.NO));
  }

  private static Reason mayNotSend(SessionState session) {
    return Kind.MAY_NOT_SEND.of(session.id(), session.remote());
  }

  private List<Reason> orElsewhere(SessionState session) {
    return List.of(held(session), Kind.WAITS_FOR_EITHER.of(waitedFor(session), waits(elsewhere())));
  }

  private static List<Reason> noneVisible(SessionState session) {
    return List.of(held(session), Kind.NONE_VISIBLE.of());
  }

  private static Reason held(SessionState session) {
    return session.cancelledBytes() == 0
        ? Kind.HELD.of(
            session.id(), session.remote(), session.unreadBytes(), session.unacknowledgedBytes())
        : Kind.HELD_BY_CANCELLED.of(
            session.id(),
            session.remote(),
            session.unreadBytes(),
            session.cancelledBytes(),
            session.unreadBytes() - session.cancelledBytes(),
            session.unacknowledgedBytes());
  }

  private static Reason waits(List<SessionState> waiting) {
    return Reason.listed(
        waiting.stream().map(session -> Kind.OF_SESSION.of(waitedFor(session), session.id())));
  }

  private static Reason waitedFor(SessionState session) {
    List<Integer> ids = session.starvedStreams().stream().map(StreamState::id).toList();
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
