package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Session;

/** Events as a recording has them, which keeps account of unread bytes, and as a log does. */
final class Events {
  private Events() {}

  static FlowControlEvent recorded(
      long nanos,
      Session session,
      int stream,
      EventCause cause,
      long bytes,
      long window,
      long unread,
      long unacknowledged) {
    return new FlowControlEvent(
        nanos, session, stream, cause, bytes, UNKNOWN, window, unread, unacknowledged, UNKNOWN);
  }

  /** The window before is shown only where data was received. */
  static FlowControlEvent logged(
      long nanos,
      Session session,
      int stream,
      EventCause cause,
      long bytes,
      long after,
      long unacknowledged,
      long threshold) {
    long before = cause == EventCause.DATA_RECEIVED ? after + bytes : UNKNOWN;
    return new FlowControlEvent(
        nanos, session, stream, cause, bytes, before, after, UNKNOWN, unacknowledged, threshold);
  }
}
