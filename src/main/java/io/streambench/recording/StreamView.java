package io.streambench.recording;

import io.streambench.analysis.Waiting;

/**
 * A stream of Jetty's, of whichever version, as far as an account of it reads Jetty. Asked by
 * Jetty's threads and others at any time: must not wait.
 */
public interface StreamView {
  /** The stream identifier, as on the wire. */
  int id();

  /** Bytes that the other end may still send. */
  int receiveWindow();

  /** Bytes that this end may still send. */
  int sendWindow();

  /** Returns whether its last byte has arrived. */
  boolean remotelyClosed();

  /** Returns whether either side has reset it: what lies unread on it is read by nobody. */
  boolean cancelled();

  /** Tells whether a thread waits for its next byte. */
  Waiting waiting();

  /** Bytes that lay unread on it when it was first seen; 0 for one that has just begun. */
  default long unreadAtFirst() {
    return 0;
  }

  /** Bytes that had been consumed then, and no credit given for them. */
  default long unacknowledgedAtFirst() {
    return 0;
  }
}
