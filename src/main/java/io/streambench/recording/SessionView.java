package io.streambench.recording;

/**
 * A session of Jetty's, of whichever version, as far as an account of it reads Jetty. Asked by
 * Jetty's threads and others at any time: must not wait.
 */
public interface SessionView {
  /** Its hash in hexadecimal is what Jetty's log prints behind the @. */
  int hash();

  /** Bytes that the other end may still send. */
  int receiveWindow();

  /** Bytes that this end may still send. */
  int sendWindow();

  /** Returns whether it is over. */
  boolean closed();

  /** Address and port of this end. */
  String localAddress();

  /** Address and port of the other end. */
  String remoteAddress();

  /** Bytes that lay unread on it when it was first seen; 0 for one that has just begun. */
  default long unreadAtFirst() {
    return 0;
  }

  /** Bytes that had been consumed then, and no credit given for them. */
  default long unacknowledgedAtFirst() {
    return 0;
  }
}
