package io.streambench.diagnose.live;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the threads that wait for data of a stream of Jetty's client, and finds out whether the
 * stream's response has started.
 */
public final class StreamReaders {
  /** The maximum number of objects to visit; usually a few hundred are enough to find a reader. */
  private static final int MAX_OBJECTS = 20_000;

  private static final String CLIENT = "org.eclipse.jetty.client.";

  private static final List<String> FOLLOWED_PREFIXES =
      List.of("org.eclipse.jetty.http2.", CLIENT, "org.eclipse.jetty.util.");

  /** Parts of the names of classes whose instances several streams share. */
  private static final List<String> SHARED_CLASS_MARKERS =
      List.of(
          "Session",
          "Connection",
          "Destination",
          "HttpClient",
          "HTTP2Client",
          "Executor",
          "ForkJoin",
          "Scheduler");

  /** The status of a response that cannot be read. */
  private static final int NO_STATUS = -1;

  private static final String JDK = "java.";
  private static final String UTIL_PACKAGE = "java.util.";
  private static final String THREAD_POOL_PACKAGE = "org.eclipse.jetty.util.thread.";

  private StreamReaders() {}

  /** Returns the names of the threads that wait for data of this stream. */
  public static List<String> of(Object stream) {
    List<String> readers =
        find(stream, object -> object instanceof Thread).stream()
            .map(Thread.class::cast)
            .filter(thread -> isWaiting(thread.getState()))
            .map(Thread::getName)
            .toList();
    return readers.isEmpty() ? findMonitorWaiters(stream) : readers;
  }

  /** Returns whether a request was sent on this stream and no response headers have arrived. */
  static boolean isUnanswered(Object stream) {
    return find(stream, StreamReaders::isResponse).stream()
        .anyMatch(response -> readStatus(response) == 0);
  }

  private static boolean isResponse(Object object) {
    String name = object.getClass().getName();
    return name.startsWith(CLIENT) && name.endsWith(".HttpResponse");
  }

  private static int readStatus(Object response) {
    try {
      Method method = response.getClass().getMethod("getStatus");
      method.setAccessible(true); // the class may not be exported
      return (int) method.invoke(response);
    } catch (ReflectiveOperationException | RuntimeException e) { // as in an unknown Jetty
      return NO_STATUS;
    }
  }

  private static List<Object> find(Object stream, Predicate<Object> isWanted) {
    return new FieldWalk(StreamReaders::isFollowed, MAX_OBJECTS).find(List.of(stream), isWanted);
  }

  /**
   * Returns the names of the threads that wait on the monitor of a response listener. Readers wait
   * in this way in Jetty up to 10.0.15.
   */
  private static List<String> findMonitorWaiters(Object stream) {
    List<Object> monitors = find(stream, StreamReaders::isMonitor);
    if (monitors.isEmpty()) {
      return List.of();
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && isWaiting(thread.getThreadState()))
        .filter(thread -> monitors.stream().anyMatch(m -> isSameLock(m, thread.getLockInfo())))
        .map(ThreadInfo::getThreadName)
        .toList();
  }

  /** Returns whether an object of Jetty's client uses its own monitor as its lock. */
  private static boolean isMonitor(Object object) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().startsWith(CLIENT)) {
        return Stream.of(type.getDeclaredFields())
            .anyMatch(field -> field.getName().equals("lock") && field.getType() == Object.class);
      }
    }
    return false;
  }

  private static boolean isSameLock(Object object, LockInfo lock) {
    return lock != null
        && lock.getIdentityHashCode() == System.identityHashCode(object)
        && lock.getClassName().equals(object.getClass().getName());
  }

  private static boolean isWaiting(Thread.State state) {
    return switch (state) {
      case WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  /**
   * Returns whether to follow the fields of a class. Includes subclasses of Jetty's classes,
   * because an application such as Solr may define a listener.
   */
  private static boolean isFollowed(Class<?> type) {
    String simpleName = type.getName().substring(type.getName().lastIndexOf('.') + 1);
    if (SHARED_CLASS_MARKERS.stream().anyMatch(simpleName::contains)) {
      return false;
    }
    if (type.getName().startsWith(JDK)) {
      return type.getName().startsWith(UTIL_PACKAGE);
    }
    for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
      if (isIntermediateClass(ancestor.getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIntermediateClass(String name) {
    return FOLLOWED_PREFIXES.stream().anyMatch(name::startsWith)
        && (!name.startsWith(THREAD_POOL_PACKAGE)
            || name.startsWith(THREAD_POOL_PACKAGE + "AutoLock"));
  }
}
