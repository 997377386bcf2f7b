package io.streambench.eventlog;

/** What changed a window. Recordings have these numbers: a new one goes to the end. */
public enum Cause {
  /** A stream or session came into being. */
  OPENED(0),
  /** A stream will receive nothing more; it may go on sending, as a server's does. */
  REMOTELY_CLOSED(1),
  /** A stream or session is over; what was received on it may still lie unread. */
  CLOSED(2),
  /** A stream was reset, by either end: what lies unread on it is read by nobody. */
  RESET(3),
  /** A DATA frame arrived: the receive window shrinks, unread bytes grow. */
  DATA_RECEIVED(4),
  /** The application has read: unread bytes become unacknowledged ones. */
  DATA_CONSUMED(5),
  /** A DATA frame is on its way out: the send window shrinks. */
  DATA_SENT(6),
  /** Credit goes to the other end: the receive window grows, unacknowledged bytes are settled. */
  WINDOW_UPDATE_SENT(7),
  /** Credit came from the other end: the send window grows. */
  WINDOW_UPDATE_RECEIVED(8),
  /** The send window is used up. */
  STALLED(9),
  /** The send window is open again. */
  RESUMED(10),
  /** Nothing changed: this is how things stand. */
  STATE(11);

  private final int code;

  Cause(int code) {
    this.code = code;
  }

  /** Its number in recordings; constants are in the order of these numbers. */
  public int code() {
    return code;
  }
}
