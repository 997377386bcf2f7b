package io.streambench.watch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the Jetty of one class loader without having been compiled with it. {@link Jetties#of}
 * defines it anew for each Jetty: its handles are constants then, and as fast as Jetty's own calls.
 */
final class JettyAccess implements Jetty<Throwable> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final Class<?> BUFFERING;
  private static final MethodHandle SESSION_RECEIVE_WINDOW;
  private static final MethodHandle SESSION_SEND_WINDOW;
  private static final MethodHandle SESSION_CLOSED;
  private static final MethodHandle SESSION_STREAMS;
  private static final MethodHandle LOCAL;
  private static final MethodHandle REMOTE;
  private static final MethodHandle LARGEST_SESSION_WINDOW;
  private static final MethodHandle STREAM_ID;
  private static final MethodHandle STREAM_SESSION;
  private static final MethodHandle STREAM_RECEIVE_WINDOW;
  private static final MethodHandle STREAM_SEND_WINDOW;
  private static final MethodHandle STREAM_REMOTELY_CLOSED;
  private static final MethodHandle STREAM_RESET;
  private static final MethodHandle FRAME_STREAM;
  private static final MethodHandle FRAME_DELTA;
  private static final MethodHandle INITIAL_STREAM_WINDOW;
  private static final MethodHandle SESSION_LEVEL;
  private static final MethodHandle STREAM_LEVELS;

  static {
    try {
      ClassLoader loader = MethodHandles.classData(LOOKUP, "_", ClassLoader.class);
      Class<?> session = Class.forName(Jetties.SESSION, false, loader);
      SESSION_RECEIVE_WINDOW = method(session, "getRecvWindow", int.class);
      SESSION_SEND_WINDOW = method(session, "getSendWindow", int.class);
      SESSION_CLOSED = method(session, "isClosed", boolean.class);
      SESSION_STREAMS = method(session, "getStreams", Collection.class);
      LOCAL = method(session, "getLocalSocketAddress", Object.class);
      REMOTE = method(session, "getRemoteSocketAddress", Object.class);
      Class<?> stream = Class.forName(Jetties.HTTP2 + "HTTP2Stream", false, loader);
      STREAM_ID = method(stream, "getId", int.class);
      STREAM_SESSION = method(stream, "getSession", Object.class);
      STREAM_RECEIVE_WINDOW = method(stream, "getRecvWindow", int.class);
      STREAM_SEND_WINDOW = method(stream, "getSendWindow", int.class);
      STREAM_REMOTELY_CLOSED = method(stream, "isRemotelyClosed", boolean.class);
      STREAM_RESET = method(stream, "isResetOrFailed", boolean.class);
      Class<?> frame = Class.forName(Jetties.HTTP2 + "frames.WindowUpdateFrame", false, loader);
      FRAME_STREAM = method(frame, "getStreamId", int.class);
      FRAME_DELTA = method(frame, "getWindowDelta", int.class);
      Class<?> strategy = Class.forName(Jetties.ABSTRACT_STRATEGY, false, loader);
      INITIAL_STREAM_WINDOW = method(strategy, "getInitialStreamRecvWindow", int.class);
      BUFFERING = Class.forName(Jetties.BUFFERING, false, loader);
      LARGEST_SESSION_WINDOW = field(BUFFERING, "maxSessionRecvWindow", AtomicInteger.class);
      SESSION_LEVEL = field(BUFFERING, "sessionLevel", AtomicInteger.class);
      STREAM_LEVELS = field(BUFFERING, "streamLevels", Map.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  JettyAccess() {}

  private static MethodHandle method(Class<?> owner, String name, Class<?> result)
      throws ReflectiveOperationException {
    Method method = owner.getMethod(name);
    method.setAccessible(true); // its class may not be public
    return LOOKUP.unreflect(method).asType(MethodType.methodType(result, Object.class));
  }

  private static MethodHandle field(Class<?> owner, String name, Class<?> type)
      throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return LOOKUP.unreflectGetter(field).asType(MethodType.methodType(type, Object.class));
  }

  @Override
  public int receiveWindow(Object session) throws Throwable {
    return (int) SESSION_RECEIVE_WINDOW.invokeExact(session);
  }

  @Override
  public int sendWindow(Object session) throws Throwable {
    return (int) SESSION_SEND_WINDOW.invokeExact(session);
  }

  @Override
  public boolean closed(Object session) throws Throwable {
    return (boolean) SESSION_CLOSED.invokeExact(session);
  }

  @Override
  public Collection<?> streams(Object session) throws Throwable {
    return (Collection<?>) SESSION_STREAMS.invokeExact(session);
  }

  @Override
  public boolean server(Object session) {
    return session.getClass().getSimpleName().equals("HTTP2ServerSession");
  }

  @Override
  public String localAddress(Object session) throws Throwable {
    return text((Object) LOCAL.invokeExact(session));
  }

  @Override
  public String remoteAddress(Object session) throws Throwable {
    return text((Object) REMOTE.invokeExact(session));
  }

  private static String text(Object address) {
    return address instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }

  @Override
  public int id(Object stream) throws Throwable {
    return stream == null ? 0 : (int) STREAM_ID.invokeExact(stream);
  }

  @Override
  public Object sessionOf(Object stream) throws Throwable {
    return (Object) STREAM_SESSION.invokeExact(stream);
  }

  @Override
  public int streamReceiveWindow(Object stream) throws Throwable {
    return (int) STREAM_RECEIVE_WINDOW.invokeExact(stream);
  }

  @Override
  public int streamSendWindow(Object stream) throws Throwable {
    return (int) STREAM_SEND_WINDOW.invokeExact(stream);
  }

  @Override
  public boolean remotelyClosed(Object stream) throws Throwable {
    return (boolean) STREAM_REMOTELY_CLOSED.invokeExact(stream);
  }

  @Override
  public boolean reset(Object stream) throws Throwable {
    return (boolean) STREAM_RESET.invokeExact(stream);
  }

  @Override
  public int streamOf(Object frame) throws Throwable {
    return (int) FRAME_STREAM.invokeExact(frame);
  }

  @Override
  public int deltaOf(Object frame) throws Throwable {
    return (int) FRAME_DELTA.invokeExact(frame);
  }

  @Override
  public int initialStreamWindow(Object strategy) throws Throwable {
    return (int) INITIAL_STREAM_WINDOW.invokeExact(strategy);
  }

  @Override
  public boolean isBuffering(Object strategy) {
    return BUFFERING.isInstance(strategy);
  }

  @Override
  public int largestSessionWindow(Object strategy) throws Throwable {
    return ((AtomicInteger) LARGEST_SESSION_WINDOW.invokeExact(strategy)).get();
  }

  @Override
  public int sessionLevel(Object strategy) throws Throwable {
    return ((AtomicInteger) SESSION_LEVEL.invokeExact(strategy)).get();
  }

  @Override
  public int streamLevel(Object strategy, Object stream) throws Throwable {
    if (!isBuffering(strategy)) {
      return 0;
    }
    Map<?, ?> levels = (Map<?, ?>) STREAM_LEVELS.invokeExact(strategy);
    return levels.get(stream) instanceof AtomicInteger level ? level.get() : 0;
  }
}
