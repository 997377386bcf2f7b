package io.streambench.recording;

import io.streambench.analysis.Waiting;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.client.HttpChannel;
import org.eclipse.jetty.client.HttpExchange;
import org.eclipse.jetty.client.HttpReceiver;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/** Sessions and streams of Jetty 10. */
final class LinkedJetty {
  private LinkedJetty() {}

  record OfSession(ISession session) implements JettyView.OfSession {
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
          : "unknown";
    }

    @Override
    public String remoteAddress() {
      return session instanceof HTTP2Session http2
          ? text(http2.getEndPoint().getRemoteSocketAddress())
          : "unknown";
    }

    private static String text(SocketAddress address) {
      return address instanceof InetSocketAddress inet
          ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
          : String.valueOf(address);
    }
  }

  record OfStream(IStream stream) implements JettyView.OfStream {
    @Override
    public int id() {
      return stream.getId();
    }

    @Override
    public int receiveWindow() {
      return stream instanceof HTTP2Stream http2
          ? http2.getRecvWindow()
          : stream.updateRecvWindow(0);
    }

    @Override
    public int sendWindow() {
      return stream.updateSendWindow(0);
    }

    @Override
    public boolean remotelyClosed() {
      return stream.isRemotelyClosed();
    }

    @Override
    public boolean cancelled() {
      return stream.isResetOrFailed();
    }

    /** Solr's reader waits in the lock of its response listener; only fields say so. */
    @Override
    public Waiting waiting() {
      try {
        return stream.getAttachment() instanceof HttpReceiver receiver
            ? ReaderLock.waiting(input(receiver))
            : Waiting.UNKNOWN;
      } catch (ReflectiveOperationException | RuntimeException e) {
        return Waiting.UNKNOWN;
      }
    }
  }

  /** The listener from which a program reads an answer; null where none does. */
  private static InputStreamResponseListener input(HttpReceiver receiver)
      throws ReflectiveOperationException {
    Method channel = HttpReceiver.class.getDeclaredMethod("getHttpChannel");
    channel.setAccessible(true);
    HttpExchange exchange = ((HttpChannel) channel.invoke(receiver)).getHttpExchange();
    return exchange == null
        ? null
        : exchange.getResponseListeners().stream()
            .filter(InputStreamResponseListener.class::isInstance)
            .map(InputStreamResponseListener.class::cast)
            .findFirst()
            .orElse(null);
  }
}
