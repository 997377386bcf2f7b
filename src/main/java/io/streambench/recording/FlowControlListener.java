package io.streambench.recording;

/**
 * Told of every change of flow control once it has been counted, on the thread that makes it: must
 * be quick. A stream is null where the session alone is concerned, or where Jetty has forgotten it.
 */
interface FlowControlListener {
  /** Takes note of nothing. */
  FlowControlListener NONE = new FlowControlListener() {};

  default void opened(SessionAccount session) {}

  default void opened(SessionAccount session, StreamAccount stream) {}

  default void closed(SessionAccount session, StreamAccount stream) {}

  default void received(SessionAccount session, StreamAccount stream, int bytes) {}

  default void consumed(SessionAccount session, StreamAccount stream, int bytes) {}

  /** A WINDOW_UPDATE went out. */
  default void credited(SessionAccount session, StreamAccount stream, int bytes) {}

  default void sent(SessionAccount session, StreamAccount stream, int bytes) {}

  /** A WINDOW_UPDATE came in. */
  default void allowed(SessionAccount session, StreamAccount stream, int bytes) {}

  /** The send window is used up. */
  default void stalled(SessionAccount session, StreamAccount stream) {}

  /** The send window is open again. */
  default void resumed(SessionAccount session, StreamAccount stream) {}
}
