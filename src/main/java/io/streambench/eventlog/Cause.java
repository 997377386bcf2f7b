package io.streambench.eventlog;

/**
 * The cause of a window's change, or of news about a window. The words are those of RFC 9113.
 * Recordings have the numbers of these constants: new ones go to the end.
 */
public enum Cause {
  /** A stream or session came into being. */
  OPENED,
  /** A stream will receive nothing more; it may go on sending, as a server's does. */
  REMOTELY_CLOSED,
  /** A stream or session is over; what was received on it may still lie unread. */
  CLOSED,
  /** A stream was reset, by either end: what lies unread on it is read by nobody. */
  RESET,
  /** A DATA frame arrived: the receive window shrinks, unread bytes grow. */
  DATA_RECEIVED,
  /** The application has read: unread bytes become unacknowledged ones. */
  DATA_CONSUMED,
  /** A DATA frame is on its way out: the send window shrinks. */
  DATA_SENT,
  /** Credit goes to the other end: the receive window grows, unacknowledged bytes are settled. */
  WINDOW_UPDATE_SENT,
  /** Credit came from the other end: the send window grows. */
  WINDOW_UPDATE_RECEIVED,
  /** The send window is used up. */
  STALLED,
  /** The send window is open again. */
  RESUMED,
  /** Nothing changed: this is how things stand. */
  STATE
}
