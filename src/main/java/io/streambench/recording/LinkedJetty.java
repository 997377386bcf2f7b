package io.streambench.recording;

import io.streambench.analysis.Waiting;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.client.HttpReceiver;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.util.thread.AutoLock;

/** Sessions and streams of the Jetty that is linked with this program. */
final class LinkedJetty {
  private static final ReaderFields READER = ReaderFields.find();

  private LinkedJetty() {}

  record OfSession(HTTP2Session session) implements JettyView.OfSession {
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
    public boolean closed() {
      return session.isClosed();
    }

    @Override
    public String localAddress() {
      return text(session.getEndPoint().getLocalSocketAddress());
    }

    @Override
    public String remoteAddress() {
      return text(session.getEndPoint().getRemoteSocketAddress());
    }

    private static String text(SocketAddress address) {
      return address instanceof InetSocketAddress inet
          ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
          : String.valueOf(address);
    }
  }

  record OfStream(HTTP2Stream stream) implements JettyView.OfStream {
    @Override
    public int id() {
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
      if (READER == null || !(stream.getAttachment() instanceof HttpReceiver receiver)) {
        return Waiting.UNKNOWN;
      }
      try {
        InputStreamResponseListener input = ResponseInput.of(receiver);
        return input == null ? Waiting.UNKNOWN : READER.waiting(input);
      } catch (ReflectiveOperationException | RuntimeException e) {
        return Waiting.UNKNOWN;
      }
    }
  }

  /** The fields that show whether a reader waits. */
  private record ReaderFields(
      Field lockOfListener, Field response, Field lock, Field condition) {
    /** Null where Jetty has other fields. */
    static ReaderFields find() {
      try {
        return new ReaderFields(
            field(InputStreamResponseListener.class, "lock"),
            field(InputStreamResponseListener.class, "response"),
            field(AutoLock.class, "_lock"),
            field(AutoLock.WithCondition.class, "_condition"));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return null;
      }
    }

    private static Field field(Class<?> owner, String name) throws ReflectiveOperationException {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    }

    Waiting waiting(InputStreamResponseListener input) throws ReflectiveOperationException {
      AutoLock autoLock = (AutoLock) lockOfListener.get(input);
      ReentrantLock reading = (ReentrantLock) lock.get(autoLock);
      if (!reading.tryLock()) {
        return Waiting.UNKNOWN; // never wait here: whoever asks watches over the others
      }
      try {
        if (response.get(input) == null) {
          return Waiting.UNKNOWN; // its reader waits for headers, elsewhere
        }
        boolean waits = reading.hasWaiters((Condition) condition.get(autoLock));
        return waits ? Waiting.YES : Waiting.NO;
      } finally {
        reading.unlock();
      }
    }
  }
}
