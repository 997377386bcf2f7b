package io.streambench.flow.recording;

import io.streambench.flow.rule.Waiting;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/**
 * A session or stream of any Jetty version, as its account sees it. The methods may be called at
 * any time and must not block.
 */
public interface JettyView {
  /** Bytes that the peer may still send. */
  int receiveWindow();

  /** Bytes that this end may still send. */
  int sendWindow();

  /** Returns the address of an endpoint as text: {@code IP:port} for an Internet address. */
  static String text(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }

  interface SessionView extends JettyView {
    /** The session's hash, which Jetty's log prints in hexadecimal after the @. */
    int hash();

    boolean isClosed();

    String localAddress();

    String remoteAddress();
  }

  interface StreamView extends JettyView {
    int streamId();

    /** Returns whether the stream's last byte has arrived. */
    boolean isRemotelyClosed();

    /** Returns whether either side reset the stream, so that its unread bytes stay unread. */
    boolean isCancelled();

    /** Returns whether a thread waits for the stream's next byte. */
    Waiting waiting();

    /** The URL of the request without its query; empty if unknown. */
    Optional<String> url();
  }
}
