package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Session;

/** Events as a recording or a log has them. Only a recording has unread bytes. */
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

  /** Creates an event of a log, which shows the previous window only for received data. */
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
