package io.streambench.flow.recording;

import io.streambench.flow.rule.Waiting;
import java.lang.reflect.Method;
import java.util.Optional;
import org.eclipse.jetty.client.HttpChannel;
import org.eclipse.jetty.client.HttpExchange;
import org.eclipse.jetty.client.HttpReceiver;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/** Adapters for sessions and streams of Jetty 10. */
final class LinkedJetty {
  /** The class of the listener through which a program reads a response. */
  static final Class<?> READER = InputStreamResponseListener.class;

  private LinkedJetty() {}

  record LinkedSession(ISession session) implements JettyView.SessionView {
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
    public boolean isClosed() {
      return session.isClosed();
    }

    @Override
    public String localAddress() {
      return session instanceof HTTP2Session http2
          ? JettyView.text(http2.getEndPoint().getLocalSocketAddress())
          : "unknown";
    }

    @Override
    public String remoteAddress() {
      return session instanceof HTTP2Session http2
          ? JettyView.text(http2.getEndPoint().getRemoteSocketAddress())
          : "unknown";
    }
  }

  record LinkedStream(IStream stream) implements JettyView.StreamView {
    @Override
    public int streamId() {
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
    public boolean isRemotelyClosed() {
      return stream.isRemotelyClosed();
    }

    @Override
    public boolean isCancelled() {
      return stream.isResetOrFailed();
    }

    /** Returns whether a thread is waiting for data of this stream. Uses reflection. */
    @Override
    public Waiting waitState() {
      try {
        HttpExchange exchange = exchange(stream);
        return exchange == null ? Waiting.UNKNOWN : ReaderLock.waitState(listener(exchange));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return Waiting.UNKNOWN;
      }
    }

    @Override
    public Optional<String> url() {
      try {
        return Optional.ofNullable(exchange(stream))
            .map(exchange -> exchange.getRequest().getURI().toString().replaceFirst("\\?.*", ""));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return Optional.empty();
      }
    }
  }

  /** Returns a client stream's exchange; null for a server's stream or an ended exchange. */
  private static HttpExchange exchange(IStream stream) throws ReflectiveOperationException {
    if (!(stream.getAttachment() instanceof HttpReceiver receiver)) {
      return null;
    }
    Method channel = HttpReceiver.class.getDeclaredMethod("getHttpChannel");
    channel.setAccessible(true);
    return ((HttpChannel) channel.invoke(receiver)).getHttpExchange();
  }

  /** Returns the listener through which a program reads the response; null if there is none. */
  private static InputStreamResponseListener listener(HttpExchange exchange) {
    return exchange.getResponseListeners().stream()
        .filter(InputStreamResponseListener.class::isInstance)
        .map(InputStreamResponseListener.class::cast)
        .findFirst()
        .orElse(null);
  }
}
