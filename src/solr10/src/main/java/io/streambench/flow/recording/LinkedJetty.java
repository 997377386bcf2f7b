package io.streambench.flow.recording;

import io.streambench.flow.rule.Waiting;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.transport.HttpChannel;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpReceiver;
import org.eclipse.jetty.client.transport.ResponseListeners;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;

/** Adapters for sessions and streams of Jetty 12. */
final class LinkedJetty {
  /** The class of the listener through which a program reads a response. */
  static final Class<?> READER = InputStreamResponseListener.class;

  private LinkedJetty() {}

  record LinkedSession(HTTP2Session session) implements JettyView.SessionView {
    @Override
    public int hash() {
      return session.hashCode();
    }

    @Override
    public int receiveWindow() {
      return session.getRecvWindow();
    }

    @Override
    public int sendWindow() {
      return session.getSendWindow();
    }

    @Override
    public boolean isClosed() {
      return session.isClosed();
    }

    @Override
    public String localAddress() {
      return JettyView.text(session.getEndPoint().getLocalSocketAddress());
    }

    @Override
    public String remoteAddress() {
      return JettyView.text(session.getEndPoint().getRemoteSocketAddress());
    }
  }

  record LinkedStream(HTTP2Stream stream) implements JettyView.StreamView {
    @Override
    public int streamId() {
      return stream.getId();
    }

    @Override
    public int receiveWindow() {
      return stream.getRecvWindow();
    }

    @Override
    public int sendWindow() {
      return stream.getSendWindow();
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
  private static HttpExchange exchange(HTTP2Stream stream) throws ReflectiveOperationException {
    if (!(stream.getAttachment() instanceof HttpReceiver receiver)) {
      return null;
    }
    Method channel = HttpReceiver.class.getDeclaredMethod("getHttpChannel");
    channel.setAccessible(true);
    return ((HttpChannel) channel.invoke(receiver)).getHttpExchange();
  }

  /** Returns the listener through which a program reads the response; null if there is none. */
  private static InputStreamResponseListener listener(HttpExchange exchange)
      throws ReflectiveOperationException {
    Field content = ResponseListeners.class.getDeclaredField("contentSourceListener");
    content.setAccessible(true);
    return content.get(exchange.getResponseListeners()) instanceof InputStreamResponseListener input
        ? input
        : null;
  }
}
