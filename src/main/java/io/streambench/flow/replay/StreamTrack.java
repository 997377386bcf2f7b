package io.streambench.flow.replay;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;

/** The state of one stream during a replay, as seen by its receiver. */
final class StreamTrack {
  private final Session session;
  final int id;
  final ReplayedWindow windowReplay;
  private final StallTracker stalls;

  /** The unread bytes over time; null if the stream is not drawn. */
  TimeAxis.Series unreadSeries;

  private boolean hasReceived;
  private boolean remotelyClosed;
  boolean cancelled;
  private Waiting waiting = Waiting.UNKNOWN;
  long firstNanos = FlowControlEvent.UNKNOWN;
  long lastNanos = FlowControlEvent.UNKNOWN;

  StreamTrack(Session session, int id, double bufferRatio, StallTracker stalls) {
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
        cancelled |= event.cause() == EventCause.RESET;
        stalls.update(id, false, event.timeNanos());
        if (event.isRecorded()) {
          windowReplay.accept(event);
        }
      }
      default -> {
        hasReceived |=
            event.cause() == EventCause.DATA_RECEIVED || event.cause() == EventCause.DATA_CONSUMED;
        windowReplay.accept(event);
        stalls.update(id, windowReplay.isExhausted() && !remotelyClosed, event.timeNanos());
      }
    }
  }

  void markSeen(long timeNanos) {
    firstNanos = firstNanos == FlowControlEvent.UNKNOWN ? timeNanos : firstNanos;
    lastNanos = Math.max(lastNanos, timeNanos);
  }

  /** Returns whether the stream can be drawn but has not been added to the timeline yet. */
  boolean needsLane() {
    return unreadSeries == null && windowReplay.isWindowKnown() && isReceiving();
  }

  /** Adds the current number of unread bytes to the timeline if the stream is drawn. */
  void draw(long initialWindow) {
    if (unreadSeries != null) {
      unreadSeries.set(unreadBytes(initialWindow));
    }
  }

  long unreadBytes(long initialWindow) {
    return windowReplay.unreadBytes(initialWindow);
  }

  /** Returns whether all data of the stream has been received and read. */
  boolean isSettled(long initialWindow) {
    return remotelyClosed && unreadBytes(initialWindow) <= 0;
  }

  /** Returns whether the local endpoint receives on the stream. Every client stream receives. */
  boolean isReceiving() {
    return hasReceived || session.role() == Role.CLIENT;
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
