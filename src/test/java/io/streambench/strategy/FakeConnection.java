package io.streambench.strategy;

import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.SessionOwner;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * The receiving end of an HTTP/2 session without a network. It uses Jetty's real strategy on a
 * session and streams that have only windows. Its methods act like Jetty's session.
 */
public final class FakeConnection {
  private static final int STREAM_SEND_WINDOW = 65_535;
  private static final int REQUEST_BYTES = 100;

  private final FlowControlStrategy strategy;
  private final ISession session;
  private final AtomicInteger receiveWindow;
  private final AtomicInteger sendWindow = new AtomicInteger(1_000_000);
  private final List<FakeStream> streams = new ArrayList<>();
  private final Queue<Runnable> unwrittenFrames = new ArrayDeque<>();
  private final int hash;
  private boolean isWriteDelayed;
  private int openedStreams;

  /** A stream with one response. */
  public final class FakeStream {
    private final int id;
    private final IStream stream;
    private final AtomicInteger receive = new AtomicInteger();
    private final AtomicInteger send = new AtomicInteger();
    private final Map<String, Object> attributes = new HashMap<>();
    private int unread;
    private boolean ended;
    private boolean reset;

    private FakeStream(int id) {
      this.id = id;
      this.stream = proxy(IStream.class, this::call, () -> description());
    }

    private Object call(String method, Object[] arguments) {
      return switch (method) {
        case "getId" -> id;
        case "getSession" -> session;
        case "updateRecvWindow" -> receive.getAndAdd((int) arguments[0]);
        case "updateSendWindow" -> send.getAndAdd((int) arguments[0]);
        case "isRemotelyClosed" -> ended;
        case "isReset", "isResetOrFailed" -> reset;
        case "failAllData" -> {
          dropUnread();
          yield true;
        }
        case "getAttachment" -> null;
        case "getAttribute" -> attributes.get((String) arguments[0]);
        case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
        default -> throw new UnsupportedOperationException(method);
      };
    }

    private void dropUnread() {
      int length = unread;
      unread = 0;
      if (length > 0) {
        strategy.onDataConsumed(session, stream, length);
      }
    }

    private String description() {
      return "HTTP2Stream@%x#%d@%x{sendWindow=%s,recvWindow=%s,queue=0}"
          .formatted(id, id, hash, send, receive);
    }

    /** Returns what is left of the stream's window. */
    int receiveWindow() {
      return receive.get();
    }

    /** Returns how many bytes the other end may send on the stream now. */
    private int sendableBytes() {
      return ended ? 0 : Math.max(0, Math.min(receive.get(), receiveWindow.get()));
    }
  }

  /**
   * Creates a connection.
   *
   * @param factory creates the strategy, with Jetty's own strategy inside
   */
  public FakeConnection(
      FlowControlStrategy.Factory factory, int hash, int sessionWindow, int streamWindow) {
    this.hash = hash;
    this.receiveWindow = new AtomicInteger(sessionWindow);
    this.session = proxy(ISession.class, this::call, this::description);
    this.strategy = factory.newFlowControlStrategy();
    strategy.updateInitialStreamWindow(session, streamWindow, true);
    // This frame enlarges the window to its size, as Jetty does when a connection begins.
    strategy.windowUpdate(session, null, new WindowUpdateFrame(0, sessionWindow - 65_535));
  }

  /** Creates a client's connection with Jetty's own strategy, observed by the monitor. */
  public static FakeConnection observedConnection(
      FlowControlMonitor monitor, int sessionWindow, int streamWindow) {
    return new FakeConnection(
        monitor.observe(jettyStrategy(), new SessionOwner(Role.CLIENT, "benchmark")),
        0x1a2b3c4d,
        sessionWindow,
        streamWindow);
  }

  /** Returns a factory of Jetty's own strategy. */
  static FlowControlStrategy.Factory jettyStrategy() {
    return () -> new BufferingFlowControlStrategy(STREAM_SEND_WINDOW, 0.5f);
  }

  private Object call(String method, Object[] arguments) {
    return switch (method) {
      case "updateRecvWindow" -> receiveWindow.getAndAdd((int) arguments[0]);
      case "updateSendWindow" -> sendWindow.getAndAdd((int) arguments[0]);
      case "getStreams" -> streams.stream().map(stream -> stream.stream).toList();
      case "isClosed" -> false;
      case "frames" -> {
        for (Object frame : (List<?>) arguments[1]) {
          unwrittenFrames.add(
              () ->
                  strategy.windowUpdate(
                      session, (IStream) arguments[0], (WindowUpdateFrame) (Frame) frame));
        }
        if (!isWriteDelayed) {
          write(Integer.MAX_VALUE);
        }
        yield null;
      }
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private String description() {
    return "HTTP2ClientSession@%x{local:/127.0.0.1:%d,remote:/127.0.0.1:8983,sendWindow=%s,recvWindow=%s,state=[]}"
        .formatted(hash, hash & 0xffff, sendWindow, receiveWindow);
  }

  public List<FakeStream> streams() {
    return streams;
  }

  /** Returns what is left of the session's window. */
  public int receiveWindow() {
    return receiveWindow.get();
  }

  /** Delays WINDOW_UPDATE frames until {@link #write} is called. */
  public void delayWrites() {
    isWriteDelayed = true;
  }

  /** Writes a number of delayed frames at most, and notifies the strategy. */
  public void write(int frames) {
    for (int i = 0; i < frames && !unwrittenFrames.isEmpty(); i++) {
      unwrittenFrames.remove().run();
    }
  }

  /** Returns the strategy as Jetty's dump shows it. */
  public String strategyDump() {
    return strategy.toString();
  }

  /** Opens a stream by sending a request. */
  public FakeStream open() {
    FakeStream stream = new FakeStream(2 * openedStreams++ + 1);
    streams.add(stream);
    strategy.onStreamCreated(stream.stream);
    strategy.onDataSending(stream.stream, REQUEST_BYTES);
    return stream;
  }

  /** Removes a stream that has ended. */
  void forget(FakeStream stream) {
    streams.remove(stream);
  }

  /** Receives a DATA frame with as many of the bytes as the windows allow. */
  public void receive(FakeStream stream, int bytes, boolean end) {
    int length = Math.min(bytes, stream.sendableBytes());
    if (stream.ended || length == 0 && !end) {
      return;
    }
    stream.unread += length;
    strategy.onDataReceived(session, stream.stream, length);
    if (end) {
      stream.ended = true;
      strategy.onStreamDestroyed(stream.stream);
    }
  }

  /**
   * Cancels a stream. Its unread data stays in the queue and is never reported as consumed, unless
   * the strategy drops it.
   */
  public void reset(FakeStream stream) {
    if (!stream.ended) {
      stream.ended = true;
      stream.reset = true;
      strategy.onStreamDestroyed(stream.stream);
      stream.unread = 0;
    }
  }

  /**
   * Cancels a stream while a DATA frame is being processed. The frame enters the queue after the
   * stream has ended.
   */
  void resetWhileReceiving(FakeStream stream, int bytes) {
    int length = Math.min(bytes, stream.sendableBytes());
    if (stream.ended || length == 0) {
      return;
    }
    strategy.onDataReceived(session, stream.stream, length);
    reset(stream);
    stream.unread = length; // earlier data is gone
  }

  /** Consumes unread data, as an application does by reading. */
  public void consume(FakeStream stream, int bytes) {
    int length = Math.min(bytes, stream.unread);
    if (length > 0) {
      stream.unread -= length;
      strategy.onDataConsumed(session, stream.stream, length);
    }
  }

  private interface Call {
    Object invoke(String method, Object[] arguments);
  }

  private <T> T proxy(Class<T> type, Call call, java.util.function.Supplier<String> text) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "hashCode" -> type == ISession.class ? hash : System.identityHashCode(proxy);
              case "equals" -> proxy == arguments[0];
              case "toString" -> text.get();
              default -> call.invoke(method.getName(), arguments);
            };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
