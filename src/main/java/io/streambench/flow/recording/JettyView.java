package io.streambench.flow.recording;

import io.streambench.flow.rule.Waiting;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/** A view of a Jetty session or stream. Methods may be called at any time and never block. */
public interface JettyView {
  /** Returns the number of bytes that the peer may still send. */
  int receiveWindow();

  /** Returns the number of bytes that the local endpoint may still send. */
  int sendWindow();

  /** Formats an address; an Internet address becomes {@code IP:port}. */
  static String text(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }

  interface SessionView extends JettyView {
    /** Returns the session's hash code, which Jetty logs in hexadecimal after the @. */
    int hash();

    boolean isClosed();

    String localAddress();

    String remoteAddress();
  }

  interface StreamView extends JettyView {
    int streamId();

    /** Returns whether the stream's last byte has arrived. */
    boolean isRemotelyClosed();

    /** Returns whether either endpoint has reset the stream. */
    boolean isCancelled();

    /** Returns whether a thread is waiting for the stream's next byte. */
    Waiting waitState();

    /** Returns the URL of the request without the query string; empty if unknown. */
    Optional<String> url();
  }
}
