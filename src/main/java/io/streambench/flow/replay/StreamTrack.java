package io.streambench.flow.replay;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;

/** The receiving side of one stream during a replay. */
final class StreamTrack {
  private final Session session;
  final int id;
  final ReplayedWindow account;
  private final Stalls stalls;
  private TimeAxis.Series unread;
  private boolean received;
  private boolean remotelyClosed;
  boolean cancelled;
  long firstNanos = FlowControlEvent.UNKNOWN;
  long lastNanos = FlowControlEvent.UNKNOWN;

  StreamTrack(Session session, int id, double bufferRatio, Stalls stalls) {
    this.session = session;
    this.id = id;
    this.account = new ReplayedWindow(bufferRatio);
    this.stalls = stalls;
  }

  void accept(FlowControlEvent event) {
    seen(event.timeNanos());
    switch (event.cause()) {
      case CLOSED, REMOTELY_CLOSED, RESET -> {
        remotelyClosed = true;
        cancelled |= event.cause() == Cause.RESET;
        stalls.set(id, false, event.timeNanos());
        if (event.recorded()) {
          account.accept(event);
        }
      }
      default -> {
        received |= event.cause() == Cause.DATA_RECEIVED || event.cause() == Cause.DATA_CONSUMED;
        account.accept(event);
        stalls.set(id, account.exhausted() && !remotelyClosed, event.timeNanos());
      }
    }
  }

  /** Records that the source reported the stream at this time. */
  void seen(long timeNanos) {
    firstNanos = firstNanos == FlowControlEvent.UNKNOWN ? timeNanos : firstNanos;
    lastNanos = Math.max(lastNanos, timeNanos);
  }

  /** Returns whether there is something to draw, but no lane yet. */
  boolean wantsLane() {
    return unread == null && account.known() && receives();
  }

  /** Draws the stream from now on, until {@link #leave}. */
  void enter(TimeAxis axis) {
    unread = axis.series();
  }

  /** Draws the current state, if the stream has a lane. */
  void draw(long initialWindow) {
    if (unread != null) {
      unread.set(unreadBytes(initialWindow));
    }
  }

  long unreadBytes(long initialWindow) {
    return account.unreadBytes(initialWindow);
  }

  /** Returns whether nothing more can be received or read on the stream. */
  boolean settled(long initialWindow) {
    return remotelyClosed && unreadBytes(initialWindow) <= 0;
  }

  /** Returns whether this end receives on the stream, as a client does on all that it opened. */
  boolean receives() {
    return received || session.role() == Role.CLIENT;
  }

  /** The maximum of unread bytes in its lane. */
  int peakUnread() {
    return unread.peak;
  }

  boolean hasLane() {
    return unread != null;
  }

  Timeline.Lane lane() {
    return new Timeline.Lane(id, unread.values());
  }

  void leave(TimeAxis axis) {
    axis.series.remove(unread);
    unread = null;
  }

  StreamState state(long initialWindow) {
    return new StreamState(
        id,
        account.window(),
        unreadBytes(initialWindow),
        account.unacknowledgedBytes(),
        remotelyClosed,
        cancelled,
        Waiting.UNKNOWN);
  }
}
