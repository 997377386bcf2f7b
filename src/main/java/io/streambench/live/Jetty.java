package io.streambench.live;

import io.streambench.analysis.Waiting;
import io.streambench.recording.JettyView;
import io.streambench.recording.WindowReading;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the Jetty of one class loader without having been compiled with it. */
public final class Jetty {
  public static final String HTTP2 = "org.eclipse.jetty.http2.";
  public static final String ABSTRACT_STRATEGY = HTTP2 + "AbstractFlowControlStrategy";
  public static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  public static final String SIMPLE = HTTP2 + "SimpleFlowControlStrategy";

  public static final String SESSION = HTTP2 + "HTTP2Session";
  private static final String STREAM = HTTP2 + "HTTP2Stream";
  private static final String FRAME = HTTP2 + "frames.WindowUpdateFrame";

  private final Map<Read, MethodHandle> handles = new EnumMap<>(Read.class);
  private final Class<?> buffering;

  /** A method without arguments of one of Jetty's classes, or a field of the strategy. */
  public enum Read {
    RECEIVE_WINDOW(SESSION, "getRecvWindow"),
    SEND_WINDOW(SESSION, "getSendWindow"),
    CLOSED(SESSION, "isClosed"),
    STREAMS(SESSION, "getStreams"),
    LOCAL_ADDRESS(SESSION, "getLocalSocketAddress"),
    REMOTE_ADDRESS(SESSION, "getRemoteSocketAddress"),
    STRATEGY(SESSION, "getFlowControlStrategy"),
    END_POINT(SESSION, "getEndPoint"),
    CONNECTION("org.eclipse.jetty.io.EndPoint", "getConnection"),
    /** Bytes that a connection has received, a {@link Long}. */
    BYTES_IN("org.eclipse.jetty.io.Connection", "getBytesIn"),
    STREAM_ID(STREAM, "getId"),
    STREAM_SESSION(STREAM, "getSession"),
    STREAM_RECEIVE_WINDOW(STREAM, "getRecvWindow"),
    STREAM_SEND_WINDOW(STREAM, "getSendWindow"),
    REMOTELY_CLOSED(STREAM, "isRemotelyClosed"),
    RESET(STREAM, "isResetOrFailed"),
    FRAME_STREAM(FRAME, "getStreamId"),
    FRAME_DELTA(FRAME, "getWindowDelta"),
    INITIAL_STREAM_WINDOW(ABSTRACT_STRATEGY, "getInitialStreamRecvWindow"),
    /** The most that the session's receive window has been. */
    LARGEST_SESSION_WINDOW(BUFFERING, "maxSessionRecvWindow"),
    /** Bytes consumed on the session, and no credit given for them. */
    SESSION_LEVEL(BUFFERING, "sessionLevel"),
    STREAM_LEVELS(BUFFERING, "streamLevels");

    private final String owner;
    private final String member;

    Read(String owner, String member) {
      this.owner = owner;
      this.member = member;
    }

    private MethodHandle handle(ClassLoader loader) throws ReflectiveOperationException {
      Class<?> type = Class.forName(owner, false, loader);
      MethodHandle handle;
      if (owner.equals(BUFFERING)) {
        Field field = type.getDeclaredField(member);
        field.setAccessible(true);
        handle = MethodHandles.lookup().unreflectGetter(field);
      } else {
        Method method = type.getMethod(member);
        method.setAccessible(true); // its class may not be public
        handle = MethodHandles.lookup().unreflect(method);
      }
      Class<?> own = handle.type().returnType();
      Class<?> result = own == int.class || own == boolean.class ? int.class : Object.class;
      return MethodHandles.explicitCastArguments(
          handle, MethodType.methodType(result, Object.class));
    }
  }

  private Jetty(ClassLoader loader) throws ReflectiveOperationException {
    for (Read read : Read.values()) {
      handles.put(read, read.handle(loader));
    }
    buffering = Class.forName(BUFFERING, false, loader);
  }

  /** The Jetty that a class belongs to. */
  public static Jetty of(Class<?> type) {
    return privileged(() -> new Jetty(type.getClassLoader()));
  }

  /** Returns whether a strategy gives credit as Jetty's own classes do. */
  public static boolean isJettysOwn(Class<?> strategy) {
    return privileged(() -> givesJettysCredit(strategy));
  }

  private static boolean givesJettysCredit(Class<?> strategy) {
    for (Class<?> type = strategy; type != null; type = type.getSuperclass()) {
      if (type.getName().equals(BUFFERING) || type.getName().equals(SIMPLE)) {
        return true;
      }
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals("onDataConsumed")) {
          return false;
        }
      }
    }
    return false;
  }

  /** Works on an application's thread, which its security manager may restrict, as Solr's does. */
  @SuppressWarnings("removal") // Java 17 has security managers still, and Solr 9 starts one
  private static <T> T privileged(PrivilegedExceptionAction<T> work) {
    try {
      return AccessController.doPrivileged(work);
    } catch (PrivilegedActionException e) {
      throw new IllegalStateException(e.getException());
    }
  }

  /** Reads an int, or a boolean as 0 or 1. */
  public int number(Read read, Object of) {
    try {
      return (int) handles.get(read).invokeExact(of);
    } catch (Throwable e) {
      throw new IllegalStateException(read + ": " + e, e);
    }
  }

  public boolean is(Read read, Object of) {
    return number(read, of) != 0;
  }

  public Object object(Read read, Object of) {
    try {
      return (Object) handles.get(read).invokeExact(of);
    } catch (Throwable e) {
      throw new IllegalStateException(read + ": " + e, e);
    }
  }

  /** The identifier of a stream; 0 for no stream. */
  public int id(Object stream) {
    return stream == null ? 0 : number(Read.STREAM_ID, stream);
  }

  private static int value(Object number) {
    return number instanceof Number known ? known.intValue() : 0;
  }

  /** A session as Jetty shows it. */
  public record Session(Jetty jetty, Object session, WindowReading first)
      implements JettyView.OfSession {
    /** One that is first seen now, with the streams that are open on it. */
    public static Session of(Jetty jetty, Object session, Object strategy, List<Stream> streams) {
      return new Session(
          jetty,
          session,
          jetty.buffering.isInstance(strategy)
              ? WindowReading.of(
                  value(jetty.object(Read.LARGEST_SESSION_WINDOW, strategy)),
                  () -> jetty.number(Read.RECEIVE_WINDOW, session),
                  () -> value(jetty.object(Read.SESSION_LEVEL, strategy)))
              // which does not keep what its largest window was, and gives credit at once
              : new WindowReading(
                  streams.stream().mapToInt(stream -> stream.first.unreadBytes()).sum(), 0));
    }

    @Override
    public int hash() {
      return session.hashCode();
    }

    @Override
    public int receiveWindow() {
      return jetty.number(Read.RECEIVE_WINDOW, session);
    }

    @Override
    public int sendWindow() {
      return jetty.number(Read.SEND_WINDOW, session);
    }

    @Override
    public boolean closed() {
      return jetty.is(Read.CLOSED, session);
    }

    @Override
    public String localAddress() {
      return address(Read.LOCAL_ADDRESS);
    }

    @Override
    public String remoteAddress() {
      return address(Read.REMOTE_ADDRESS);
    }

    private String address(Read end) {
      return address(jetty.object(end, session));
    }

    /** A socket's address, {@code host:port}. */
    public static String address(Object address) {
      return address instanceof InetSocketAddress inet && inet.getAddress() != null
          ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
          : String.valueOf(address);
    }
  }

  /** A stream as Jetty shows it. */
  public record Stream(Jetty jetty, Object stream, int id, WindowReading first)
      implements JettyView.OfStream {
    /** One that is first seen now. */
    public static Stream of(Jetty jetty, Object stream, Object strategy) {
      return new Stream(
          jetty,
          stream,
          jetty.id(stream),
          // Once its last byte has arrived, Jetty does not count any more what is consumed.
          jetty.is(Read.REMOTELY_CLOSED, stream)
              ? WindowReading.NOTHING
              : WindowReading.of(
                  jetty.number(Read.INITIAL_STREAM_WINDOW, strategy),
                  () -> jetty.number(Read.STREAM_RECEIVE_WINDOW, stream),
                  () -> jetty.streamLevel(strategy, stream)));
    }

    @Override
    public int receiveWindow() {
      return jetty.number(Read.STREAM_RECEIVE_WINDOW, stream);
    }

    @Override
    public int sendWindow() {
      return jetty.number(Read.STREAM_SEND_WINDOW, stream);
    }

    @Override
    public boolean remotelyClosed() {
      return jetty.is(Read.REMOTELY_CLOSED, stream);
    }

    @Override
    public boolean cancelled() {
      return jetty.is(Read.RESET, stream);
    }

    /** A heap dump shows who waits. */
    @Override
    public Waiting waiting() {
      return Waiting.UNKNOWN;
    }
  }

  private int streamLevel(Object strategy, Object stream) {
    return buffering.isInstance(strategy)
        ? value(((Map<?, ?>) object(Read.STREAM_LEVELS, strategy)).get(stream))
        : 0;
  }
}
