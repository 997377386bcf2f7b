package io.streambench.analysis;

import io.streambench.config.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * When silence is a stall. No tuple for the stall timeout and a session window exhausted under a
 * reader that waits: STALLED. So it is where only the sending end is seen, and its session window
 * is used up. No tuple and no such window: FAILED, no progress. An exhausted window alone says
 * nothing, and neither does silence that is shorter than the timeout.
 *
 * <p>Pure: time and progress are arguments.
 *
 * @param stallTimeout the silence that calls for a verdict
 */
public record StallRule(Duration stallTimeout) {

  /**
   * Judges one operation.
   *
   * @param idleNanos how long its reader has been without a tuple
   * @param sessions the sessions of the reader's client; asked only once the timeout has passed
   * @return a verdict, or empty while there is nothing to say
   */
  public Optional<Verdict> judge(long idleNanos, Supplier<List<SessionState>> sessions) {
    if (idleNanos < stallTimeout.toNanos()) {
      return Optional.empty();
    }
    List<SessionState> now = sessions.get();
    List<SessionState> starved = now.stream().filter(SessionState::starves).toList();
    if (!starved.isEmpty()) {
      return Optional.of(new Verdict(Outcome.STALLED, stalled(starved.get(0)), now));
    }
    return Optional.of(
        now.stream()
            .filter(SessionState::mayNotSend)
            .findFirst()
            .map(session -> new Verdict(Outcome.STALLED, mayNotSend(session), now))
            .orElseGet(() -> new Verdict(Outcome.FAILED, noProgress(now), now)));
  }

  private static String mayNotSend(SessionState session) {
    return Text.of(
        "session %s may not send another byte to %s, whose end alone knows what lies unread",
        session.id(), session.remote());
  }

  private static String stalled(SessionState session) {
    return Text.of(
        "session %s to %s has no receive window left: %,d bytes unread, %,d consumed and unacknowledged; the merge waits for stream %s",
        session.id(),
        session.remote(),
        session.unreadBytes(),
        session.unacknowledgedBytes(),
        ids(session.hungryStreams()));
  }

  private String noProgress(List<SessionState> sessions) {
    String silence = "no progress: no tuple for " + Durations.text(stallTimeout);
    String exhausted =
        String.join(
            ", ", sessions.stream().filter(SessionState::exhausted).map(SessionState::id).toList());
    return exhausted.isEmpty()
        ? Text.of(
            "%s and no exhausted session window (HTTP/2 sessions: %d)", silence, sessions.size())
        : Text.of(
            "%s, yet no stream of the exhausted session %s waits for data", silence, exhausted);
  }

  private static String ids(List<StreamState> streams) {
    return String.join(
        ", ", streams.stream().map(stream -> Integer.toString(stream.id())).toList());
  }
}
