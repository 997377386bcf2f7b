package io.streambench.flow.events;

/** The cause of a flow-control event. Recordings store the code, so add new causes at the end. */
public enum EventCause {
  /** A stream or session was opened. */
  OPENED(0),
  /** The peer will send no more data on a stream, but may still receive data. */
  REMOTELY_CLOSED(1),
  /** A stream or session has ended; received data may still be unread. */
  CLOSED(2),
  /** A stream was reset by either peer, and the unread data of the stream will never be read. */
  RESET(3),
  /** A DATA frame was received: the receive window shrinks, and unread bytes grow. */
  DATA_RECEIVED(4),
  /** The application has consumed data: unread bytes become unacknowledged bytes. */
  DATA_CONSUMED(5),
  /** A DATA frame is being sent: the send window shrinks. */
  DATA_SENT(6),
  /** A WINDOW_UPDATE was sent: the receive window grows, and unacknowledged bytes shrink. */
  WINDOW_UPDATE_SENT(7),
  /** A WINDOW_UPDATE was received: the send window grows. */
  WINDOW_UPDATE_RECEIVED(8),
  /** The send window is exhausted. */
  STALLED(9),
  /** The send window is open again. */
  RESUMED(10),
  /** Nothing changed: the event describes the current state. */
  STATE(11),
  /** Like {@link #STATE}, for a stream without unread data for which a thread waits. */
  AWAITED(12),
  /** Like {@link #STATE}, for a stream without unread data for which no thread waits. */
  NOT_AWAITED(13);

  private final int code;

  EventCause(int code) {
    this.code = code;
  }

  /** Returns whether events of this cause only describe the current state. */
  public boolean isState() {
    return code >= STATE.code;
  }

  /** Returns the code of this cause in recordings, which is equal to its ordinal. */
  public int code() {
    return code;
  }
}
