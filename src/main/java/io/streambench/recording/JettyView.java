package io.streambench.recording;

import io.streambench.analysis.Waiting;

/**
 * A session or a stream of Jetty's, of any version, as far as its account reads Jetty. Asked by
 * Jetty's threads and others at any time: must not wait.
 */
public interface JettyView {
  /** Bytes that the other end may still send. */
  int receiveWindow();

  /** Bytes that this end may still send. */
  int sendWindow();

  /** The state at first sight; nothing for one that has just begun. */
  default WindowReading first() {
    return WindowReading.NOTHING;
  }

  interface OfSession extends JettyView {
    /** Its hash in hexadecimal is what Jetty's log prints behind the @. */
    int hash();

    /** Returns whether it is over. */
    boolean closed();

    /** Address and port of this end. */
    String localAddress();

    /** Address and port of the other end. */
    String remoteAddress();
  }

  interface OfStream extends JettyView {
    /** The stream identifier, as on the wire. */
    int id();

    /** Returns whether its last byte has arrived. */
    boolean remotelyClosed();

    /** Returns whether either side has reset it: its unread bytes will never be read. */
    boolean cancelled();

    /** Returns whether a thread waits for its next byte. */
    Waiting waiting();
  }
}
