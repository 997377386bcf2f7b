package io.streambench.recording;

import io.streambench.analysis.Waiting;
import java.util.Optional;

/** What an account reads of a session or stream of any Jetty, at any time: must not wait. */
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

    boolean closed();

    String localAddress();

    String remoteAddress();
  }

  interface OfStream extends JettyView {
    int id();

    /** Returns whether its last byte has arrived. */
    boolean remotelyClosed();

    /** Returns whether either side has reset it: its unread bytes will never be read. */
    boolean cancelled();

    /** Returns whether a thread waits for its next byte. */
    Waiting waiting();

    /** The URL of its request, without the query; empty where that cannot be seen. */
    default Optional<String> url() {
      return Optional.empty();
    }
  }
}
