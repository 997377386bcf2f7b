package io.streambench.flow.events;

/** Causes of flow-control events. Recordings contain their numbers: add new causes at the end. */
public enum Cause {
  /** A stream or session was opened. */
  OPENED(0),
  /** A stream will receive nothing more; it may still send, as a server's stream does. */
  REMOTELY_CLOSED(1),
  /** A stream or session has ended; received data may still be unread. */
  CLOSED(2),
  /** A stream was reset by either end; its unread data will never be read. */
  RESET(3),
  /** A DATA frame arrived: the receive window shrinks, unread bytes grow. */
  DATA_RECEIVED(4),
  /** The application has read: unread bytes become unacknowledged ones. */
  DATA_CONSUMED(5),
  /** A DATA frame is being sent: the send window shrinks. */
  DATA_SENT(6),
  /** Credit was sent: the receive window grows, unacknowledged bytes shrink. */
  WINDOW_UPDATE_SENT(7),
  /** Credit was received: the send window grows. */
  WINDOW_UPDATE_RECEIVED(8),
  /** The send window is exhausted. */
  STALLED(9),
  /** The send window is open again. */
  RESUMED(10),
  /** Nothing changed: the event describes the current state. */
  STATE(11),
  /** Like {@link #STATE}, for a stream without unread data that a thread is waiting for. */
  AWAITED(12),
  /** Like {@link #STATE}, for a stream without unread data that no thread is waiting for. */
  NOT_AWAITED(13);

  private final int code;

  Cause(int code) {
    this.code = code;
  }

  /** Returns whether events of this cause only describe the current state. */
  public boolean isState() {
    return code >= STATE.code;
  }

  /** The number in recordings. The constants are in the order of these numbers. */
  public int code() {
    return code;
  }
}
