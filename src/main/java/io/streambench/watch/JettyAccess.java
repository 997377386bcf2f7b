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
 * Reads the objects of one Jetty of 10, 11 or 12 that is loaded in this JVM, without having been
 * compiled with it. A JVM may have several, as Solr has one for its server and one for its clients.
 */
final class JettyAccess {
  static final String HTTP2 = "org.eclipse.jetty.http2.";
  static final String ABSTRACT_STRATEGY = HTTP2 + "AbstractFlowControlStrategy";
  static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  static final String SIMPLE = HTTP2 + "SimpleFlowControlStrategy";
  static final String SESSION = HTTP2 + "HTTP2Session";

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Class<?> buffering;
  private final MethodHandle sessionReceiveWindow;
  private final MethodHandle sessionSendWindow;
  private final MethodHandle sessionClosed;
  private final MethodHandle sessionStreams;
  private final MethodHandle local;
  private final MethodHandle remote;
  private final MethodHandle largestSessionWindow;
  private final MethodHandle streamId;
  private final MethodHandle streamSession;
  private final MethodHandle streamReceiveWindow;
  private final MethodHandle streamSendWindow;
  private final MethodHandle streamRemotelyClosed;
  private final MethodHandle streamReset;
  private final MethodHandle frameStream;
  private final MethodHandle frameDelta;
  private final MethodHandle initialStreamWindow;
  private final MethodHandle sessionLevel;
  private final MethodHandle streamLevels;

  /**
   * @param jettys an object of a class that this Jetty's loader sees
   * @throws ReflectiveOperationException if this Jetty has other names
   */
  JettyAccess(Object jettys) throws ReflectiveOperationException {
    ClassLoader loader = jettys.getClass().getClassLoader();
    Class<?> session = Class.forName(SESSION, false, loader);
    sessionReceiveWindow = method(session, "getRecvWindow", int.class);
    sessionSendWindow = method(session, "getSendWindow", int.class);
    sessionClosed = method(session, "isClosed", boolean.class);
    sessionStreams = method(session, "getStreams", Collection.class);
    local = method(session, "getLocalSocketAddress", Object.class);
    remote = method(session, "getRemoteSocketAddress", Object.class);
    Class<?> stream = Class.forName(HTTP2 + "HTTP2Stream", false, loader);
    streamId = method(stream, "getId", int.class);
    streamSession = method(stream, "getSession", Object.class);
    streamReceiveWindow = method(stream, "getRecvWindow", int.class);
    streamSendWindow = method(stream, "getSendWindow", int.class);
    streamRemotelyClosed = method(stream, "isRemotelyClosed", boolean.class);
    streamReset = method(stream, "isResetOrFailed", boolean.class);
    Class<?> frame = Class.forName(HTTP2 + "frames.WindowUpdateFrame", false, loader);
    frameStream = method(frame, "getStreamId", int.class);
    frameDelta = method(frame, "getWindowDelta", int.class);
    Class<?> strategy = Class.forName(ABSTRACT_STRATEGY, false, loader);
    initialStreamWindow = method(strategy, "getInitialStreamRecvWindow", int.class);
    buffering = Class.forName(BUFFERING, false, loader);
    largestSessionWindow = field(buffering, "maxSessionRecvWindow", AtomicInteger.class);
    sessionLevel = field(buffering, "sessionLevel", AtomicInteger.class);
    streamLevels = field(buffering, "streamLevels", Map.class);
  }

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

  /**
   * Whether it is Jetty's own way to give credit, which is known: its classes, and those that
   * extend them and leave that as it is.
   */
  static boolean isJettysOwn(Class<?> strategy) {
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

  int receiveWindow(Object session) throws Throwable {
    return (int) sessionReceiveWindow.invokeExact(session);
  }

  int sendWindow(Object session) throws Throwable {
    return (int) sessionSendWindow.invokeExact(session);
  }

  boolean closed(Object session) throws Throwable {
    return (boolean) sessionClosed.invokeExact(session);
  }

  Collection<?> streams(Object session) throws Throwable {
    return (Collection<?>) sessionStreams.invokeExact(session);
  }

  boolean server(Object session) {
    return session.getClass().getSimpleName().equals("HTTP2ServerSession");
  }

  String localAddress(Object session) throws Throwable {
    return text((Object) local.invokeExact(session));
  }

  String remoteAddress(Object session) throws Throwable {
    return text((Object) remote.invokeExact(session));
  }

  private static String text(Object address) {
    return address instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }

  int id(Object stream) throws Throwable {
    return stream == null ? 0 : (int) streamId.invokeExact(stream);
  }

  Object sessionOf(Object stream) throws Throwable {
    return (Object) streamSession.invokeExact(stream);
  }

  int streamReceiveWindow(Object stream) throws Throwable {
    return (int) streamReceiveWindow.invokeExact(stream);
  }

  int streamSendWindow(Object stream) throws Throwable {
    return (int) streamSendWindow.invokeExact(stream);
  }

  boolean remotelyClosed(Object stream) throws Throwable {
    return (boolean) streamRemotelyClosed.invokeExact(stream);
  }

  boolean reset(Object stream) throws Throwable {
    return (boolean) streamReset.invokeExact(stream);
  }

  int streamOf(Object frame) throws Throwable {
    return (int) frameStream.invokeExact(frame);
  }

  int deltaOf(Object frame) throws Throwable {
    return (int) frameDelta.invokeExact(frame);
  }

  int initialStreamWindow(Object strategy) throws Throwable {
    return (int) initialStreamWindow.invokeExact(strategy);
  }

  /** Whether it collects what was consumed before it gives credit. */
  boolean isBuffering(Object strategy) {
    return buffering.isInstance(strategy);
  }

  /** The most that the session's receive window has been, as a buffering strategy has it. */
  int largestSessionWindow(Object strategy) throws Throwable {
    return ((AtomicInteger) largestSessionWindow.invokeExact(strategy)).get();
  }

  /** What was consumed on the session, and no credit given for it, likewise. */
  int sessionLevel(Object strategy) throws Throwable {
    return ((AtomicInteger) sessionLevel.invokeExact(strategy)).get();
  }

  /** The same of a stream, with any strategy. */
  int streamLevel(Object strategy, Object stream) throws Throwable {
    if (!isBuffering(strategy)) {
      return 0;
    }
    Map<?, ?> levels = (Map<?, ?>) streamLevels.invokeExact(strategy);
    return levels.get(stream) instanceof AtomicInteger level ? level.get() : 0;
  }
}
