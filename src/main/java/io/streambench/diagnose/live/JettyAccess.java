package io.streambench.diagnose.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads objects of Jetty by reflection. Each instance is for the copy of Jetty in one class loader.
 */
final class JettyAccess {
  private static final String HTTP2 = "org.eclipse.jetty.http2.";
  private static final String ABSTRACT_STRATEGY_CLASS = HTTP2 + "AbstractFlowControlStrategy";
  static final String BUFFERING_STRATEGY_CLASS = HTTP2 + "BufferingFlowControlStrategy";
  private static final String SESSION_CLASS = HTTP2 + "HTTP2Session";
  private static final String STREAM_CLASS = HTTP2 + "HTTP2Stream";
  private static final String CONNECTION_CLASS = HTTP2 + "HTTP2Connection";

  /**
   * The instances by class loader. They are shared, so that the JVM compiles each method handle
   * only once.
   */
  private static final Map<ClassLoader, JettyAccess> INSTANCES = new ConcurrentHashMap<>();

  private final Map<Member, MethodHandle> handles = new EnumMap<>(Member.class);

  /** A method without parameters of a Jetty class, or a field of the flow-control strategy. */
  enum Member {
    RECEIVE_WINDOW(SESSION_CLASS, "getRecvWindow"),
    SEND_WINDOW(SESSION_CLASS, "getSendWindow"),
    CLOSED(SESSION_CLASS, "isClosed"),
    STREAMS(SESSION_CLASS, "getStreams"),
    // the second names exist in early versions of Jetty 10.0
    LOCAL_ADDRESS(SESSION_CLASS, "getLocalSocketAddress", "getLocalAddress"),
    REMOTE_ADDRESS(SESSION_CLASS, "getRemoteSocketAddress", "getRemoteAddress"),
    STRATEGY(SESSION_CLASS, "getFlowControlStrategy"),
    END_POINT(SESSION_CLASS, "getEndPoint"),
    CONNECTION("org.eclipse.jetty.io.EndPoint", "getConnection"),
    /** Whether unread data is in direct memory, not on the heap. */
    DIRECT_INPUT(CONNECTION_CLASS, "isUseInputDirectByteBuffers"),
    /** The number of bytes that a connection has received, as a {@link Long}. */
    BYTES_IN("org.eclipse.jetty.io.Connection", "getBytesIn"),
    STREAM_ID(STREAM_CLASS, "getId"),
    STREAM_RECEIVE_WINDOW(STREAM_CLASS, "getRecvWindow"),
    REMOTELY_CLOSED(STREAM_CLASS, "isRemotelyClosed"),
    RESET(STREAM_CLASS, "isResetOrFailed"),
    INITIAL_STREAM_WINDOW(ABSTRACT_STRATEGY_CLASS, "getInitialStreamRecvWindow"),
    /** The largest receive window of the session since it began. */
    LARGEST_SESSION_WINDOW(BUFFERING_STRATEGY_CLASS, "maxSessionRecvWindow"),
    /** Bytes consumed on the session but not yet credited. */
    SESSION_LEVEL(BUFFERING_STRATEGY_CLASS, "sessionLevel"),
    STREAM_LEVELS(BUFFERING_STRATEGY_CLASS, "streamLevels");

    private final String owner;
    final List<String> names;

    Member(String owner, String... names) {
      this.owner = owner;
      this.names = List.of(names);
    }

    private MethodHandle findHandle(ClassLoader loader) throws ReflectiveOperationException {
      Class<?> type = Class.forName(owner, false, loader);
      MethodHandle handle;
      if (owner.equals(BUFFERING_STRATEGY_CLASS)) {
        Field field = type.getDeclaredField(names.get(0));
        field.setAccessible(true);
        handle = MethodHandles.lookup().unreflectGetter(field);
      } else {
        Method method =
            Arrays.stream(type.getMethods())
                .filter(
                    candidate ->
                        candidate.getParameterCount() == 0 && names.contains(candidate.getName()))
                .min(Comparator.comparingInt(candidate -> names.indexOf(candidate.getName())))
                .orElseThrow(() -> new NoSuchMethodException(owner + "." + names.get(0)));
        method.setAccessible(true); // the class may not be public
        handle = MethodHandles.lookup().unreflect(method);
      }
      Class<?> declaredType = handle.type().returnType();
      Class<?> result =
          declaredType == int.class || declaredType == boolean.class ? int.class : Object.class;
      return MethodHandles.explicitCastArguments(
          handle, MethodType.methodType(result, Object.class));
    }
  }

  private JettyAccess(ClassLoader loader) throws ReflectiveOperationException {
    for (Member member : Member.values()) {
      handles.put(member, member.findHandle(loader));
    }
  }

  /**
   * Returns the instance for the copy of Jetty that the class loader of {@code type} sees.
   *
   * @throws IllegalStateException if this Jetty lacks a class or member, which the message names
   */
  static JettyAccess of(Class<?> type) {
    return INSTANCES.computeIfAbsent(type.getClassLoader(), JettyAccess::create);
  }

  private static JettyAccess create(ClassLoader loader) {
    try {
      return new JettyAccess(loader);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Reads an int, or a boolean as 0 or 1. */
  int readInt(Member member, Object target) {
    try {
      return (int) handles.get(member).invokeExact(target);
    } catch (Throwable e) {
      throw new IllegalStateException(member + ": " + e, e);
    }
  }

  boolean readBoolean(Member member, Object target) {
    return readInt(member, target) != 0;
  }

  Object readObject(Member member, Object target) {
    try {
      return (Object) handles.get(member).invokeExact(target);
    } catch (Throwable e) {
      throw new IllegalStateException(member + ": " + e, e);
    }
  }

  int streamId(Object stream) {
    return readInt(Member.STREAM_ID, stream);
  }

  /** Formats a socket address as {@code host:port}. */
  static String formatAddress(Object address) {
    return address instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }

  /** Returns the bytes that were read on a stream but not yet credited. */
  int uncreditedStreamBytes(Object strategy, Object stream) {
    Object level = ((Map<?, ?>) readObject(Member.STREAM_LEVELS, strategy)).get(stream);
    return level instanceof AtomicInteger known ? known.get() : 0;
  }
}
