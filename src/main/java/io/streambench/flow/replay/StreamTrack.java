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
  final ReplayedWindow windowReplay;
  private final Stalls stalls;

  /** Unread bytes over time; null while the stream is not drawn. */
  TimeAxis.Series unreadSeries;

  private boolean received;
  private boolean remotelyClosed;
  boolean cancelled;
  private Waiting waiting = Waiting.UNKNOWN;
  long firstNanos = FlowControlEvent.UNKNOWN;
  long lastNanos = FlowControlEvent.UNKNOWN;

  StreamTrack(Session session, int id, double bufferRatio, Stalls stalls) {
    this.session = session;
    this.id = id;
    this.windowReplay = new ReplayedWindow(bufferRatio);
    this.stalls = stalls;
  }

  void accept(FlowControlEvent event) {
    markSeen(event.timeNanos());
    waiting =
        switch (event.cause()) {
          case AWAITED -> Waiting.YES;
          case NOT_AWAITED -> Waiting.NO;
          default -> Waiting.UNKNOWN;
        };
    switch (event.cause()) {
      case CLOSED, REMOTELY_CLOSED, RESET -> {
        remotelyClosed = true;
        cancelled |= event.cause() == Cause.RESET;
        stalls.update(id, false, event.timeNanos());
        if (event.isRecorded()) {
          windowReplay.accept(event);
        }
      }
      default -> {
        received |= event.cause() == Cause.DATA_RECEIVED || event.cause() == Cause.DATA_CONSUMED;
        windowReplay.accept(event);
        stalls.update(id, windowReplay.isExhausted() && !remotelyClosed, event.timeNanos());
      }
    }
  }

  /** Records that the source reported the stream at this time. */
  void markSeen(long timeNanos) {
    firstNanos = firstNanos == FlowControlEvent.UNKNOWN ? timeNanos : firstNanos;
    lastNanos = Math.max(lastNanos, timeNanos);
  }

  /** Returns whether there is something to draw, but no lane yet. */
  boolean needsLane() {
    return unreadSeries == null && windowReplay.isKnown() && isReceiving();
  }

  /** Draws the current state, if the stream has a lane. */
  void draw(long initialWindow) {
    if (unreadSeries != null) {
      unreadSeries.set(unreadBytes(initialWindow));
    }
  }

  long unreadBytes(long initialWindow) {
    return windowReplay.unreadBytes(initialWindow);
  }

  /** Returns whether nothing more can be received or read on the stream. */
  boolean isSettled(long initialWindow) {
    return remotelyClosed && unreadBytes(initialWindow) <= 0;
  }

  /**
   * Returns whether this end receives on the stream, as a client does on all streams that it
   * opened.
   */
  boolean isReceiving() {
    return received || session.role() == Role.CLIENT;
  }

  Timeline.Lane lane() {
    return new Timeline.Lane(id, unreadSeries.values());
  }

  StreamState state(long initialWindow) {
    return new StreamState(
        id,
        windowReplay.window(),
        unreadBytes(initialWindow),
        windowReplay.unacknowledgedBytes(),
        remotelyClosed,
        cancelled,
        waiting);
  }
}
