package io.streambench.recording;

import io.streambench.analysis.Waiting;

/**
 * A stream of Jetty's, of whichever version, as far as an account of it reads Jetty. Asked by
 * Jetty's threads and others at any time: must not wait.
 */
public interface StreamView {
  /** As on the wire. */
  int id();

  /** Bytes that the other end may still send. */
  int receiveWindow();

  /** Bytes that this end may still send. */
  int sendWindow();

  /** Whether its last byte has arrived. */
  boolean remotelyClosed();

  /** Whether it ended before its end, by either side: what lies unread on it is read by nobody. */
  boolean cancelled();

  /** Whether a thread waits for its next byte. */
  Waiting waiting();

  /** What lay unread on it when it was first seen; 0 for one that has just begun. */
  default long unreadAtFirst() {
    return 0;
  }

  /** What had been consumed then, and no credit given for it. */
  default long unacknowledgedAtFirst() {
    return 0;
  }
}
