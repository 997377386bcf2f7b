package io.streambench.analysis;

import io.streambench.config.Text;
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
                      held(session) + "; the merge waits for " + waitedFor(session),
                      session));
    }
    return first(SessionState::mayNotSend)
        .map(session -> stalled(StallCause.SESSION_WINDOW, mayNotSend(session), session));
  }

  private Verdict stalled(StallCause cause, String reason, SessionState session) {
    return Verdict.stalled(cause, reason, Optional.of(session), sessions);
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

  Verdict unknown(String silence, String resources) {
    String exhausted =
        sessions.stream()
            .filter(SessionState::exhausted)
            .map(SessionState::id)
            .collect(Collectors.joining(", "));
    String seen =
        exhausted.isEmpty()
            ? Text.of(", and no session window is used up (HTTP/2 sessions: %d)", sessions.size())
            : Text.of(
                ", and no stream waits for data of session %s, whose window is used up", exhausted);
    List<SessionState> waiting = sessions.stream().filter(this::waitsOn).toList();
    if (readersKnown) {
      seen += Text.of("; the reader waits for %s, which is not blocked", waits(waiting));
    }
    return Verdict.of(
        Finding.NO_STALL,
        Optional.of(StallCause.UNKNOWN),
        silence + seen + resources,
        Optional.empty(),
        sessions);
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
        && (session.unheardStreams() > 0
            || session.unreadElsewhere() > 0
            || session.streams().isEmpty()
            || session.streams().stream().anyMatch(stream -> stream.waiting() != Waiting.NO));
  }

  private static String mayNotSend(SessionState session) {
    return Text.of(
        "session %s has no send window left to %s: only the receiving end knows what "
            + "is unread; cancelled streams can hold the window too",
        session.id(), session.remote());
  }

  private String orElsewhere(SessionState session) {
    return Text.of(
        "%s; it is unknown whether the merge waits for %s, or for %s, which is not blocked",
        held(session), waitedFor(session), waits(elsewhere()));
  }

  private static String noneVisible(SessionState session) {
    return Text.of(
        "%s; no known stream waits for data, but a stream that the source does not show may wait",
        held(session));
  }

  private static String held(SessionState session) {
    long readable = session.unreadBytes() - session.cancelledBytes();
    String unread =
        session.cancelledBytes() == 0
            ? Text.of("%,d bytes unread", session.unreadBytes())
            : Text.of(
                "%,d bytes unread, of which %,d on cancelled streams and %,d on others",
                session.unreadBytes(), session.cancelledBytes(), readable);
    return Text.of(
        "session %s to %s has no receive window left: %s, %,d consumed and unacknowledged",
        session.id(), session.remote(), unread, session.unacknowledgedBytes());
  }

  private static String waits(List<SessionState> waiting) {
    return waiting.stream()
        .map(session -> Text.of("%s of session %s", waitedFor(session), session.id()))
        .collect(Collectors.joining(", "));
  }

  private static String waitedFor(SessionState session) {
    List<String> ids =
        session.starvedStreams().stream().map(stream -> Integer.toString(stream.id())).toList();
    if (ids.isEmpty()) {
      return session.unheardStreams() == 1
          ? "a stream that the source does not show"
          : Text.of("one of %,d streams that the source does not show", session.unheardStreams());
    }
    return ids.size() == 1 ? "stream " + ids.get(0) : "one of streams " + String.join(", ", ids);
  }
}
