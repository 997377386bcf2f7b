package io.streambench.heap;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.EventReader;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.Session;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** The sessions of a dump as events, which all happen at the moment of the dump. */
final class HeapEvents implements EventReader {
  private final Queue<FlowControlEvent> events = new ArrayDeque<>();
  private final long timeNanos;

  /**
   * @param timeNanos of the dump, since the epoch
   */
  HeapEvents(List<SessionState> states, long timeNanos) {
    this.timeNanos = timeNanos;
    states.forEach(this::add);
  }

  private void add(SessionState state) {
    Session session =
        new Session(state.id(), state.role(), state.owner(), state.local(), state.remote());
    add(
        session,
        0,
        Cause.STATE,
        state.receiveWindow(),
        state.unreadBytes(),
        state.unacknowledgedBytes());
    for (StreamState stream : state.streams()) {
      add(session, stream.id(), Cause.OPENED, stream);
      add(
          session,
          stream.id(),
          stream.cancelled()
              ? Cause.RESET
              : stream.remotelyClosed() ? Cause.REMOTELY_CLOSED : Cause.STATE,
          stream);
    }
    add(session, 0, state.mayNotSend() ? Cause.STALLED : Cause.RESUMED, state.sendWindow(), 0, 0);
  }

  private void add(Session session, int id, Cause cause, StreamState stream) {
    add(
        session,
        id,
        cause,
        stream.receiveWindow(),
        stream.unreadBytes(),
        stream.unacknowledgedBytes());
  }

  private void add(
      Session session, int id, Cause cause, long window, long unread, long unacknowledged) {
    events.add(
        new FlowControlEvent(
            timeNanos, session, id, cause, 0, window, window, unread, unacknowledged, UNKNOWN));
  }

  @Override
  public FlowControlEvent next() {
    return events.poll();
  }

  @Override
  public ReadCounts counts() {
    return ReadCounts.NONE;
  }

  @Override
  public long lastTimeNanos() {
    return timeNanos;
  }

  @Override
  public void close() {}
}
