package io.streambench.recording;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.ISession;

/** A session of the Jetty that is linked with this program. */
record LinkedSession(ISession session) implements SessionView {
  private static final String UNKNOWN = "unknown";

  @Override
  public int hash() {
    return session.hashCode();
  }

  @Override
  public int receiveWindow() {
    return session instanceof HTTP2Session http2
        ? http2.getRecvWindow()
        : session.updateRecvWindow(0);
  }

  @Override
  public int sendWindow() {
    return session.updateSendWindow(0);
  }

  @Override
  public boolean closed() {
    return session.isClosed();
  }

  @Override
  public String localAddress() {
    return session instanceof HTTP2Session http2
        ? text(http2.getEndPoint().getLocalSocketAddress())
        : UNKNOWN;
  }

  @Override
  public String remoteAddress() {
    return session instanceof HTTP2Session http2
        ? text(http2.getEndPoint().getRemoteSocketAddress())
        : UNKNOWN;
  }

  private static String text(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }
}
