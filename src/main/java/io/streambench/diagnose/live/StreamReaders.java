package io.streambench.diagnose.live;

import java.util.List;

/** Finds the threads that wait for data of a stream of Jetty's client. */
public final class StreamReaders {
  /** Maximum number of visited objects; there are a few hundred between a stream and its reader. */
  private static final int MAX_OBJECTS = 20_000;

  private static final List<String> FOLLOWED =
      List.of("org.eclipse.jetty.http2.", "org.eclipse.jetty.client.", "org.eclipse.jetty.util.");

  /** Parts of the names of classes that all streams of a session or client share. */
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

  private static final String JDK = "java.";
  private static final String COLLECTIONS_AND_LOCKS = "java.util.";
  private static final String THREAD_POOLS = "org.eclipse.jetty.util.thread.";

  private StreamReaders() {}

  /** Returns the names of the threads that wait for data of this stream. */
  public static List<String> of(Object stream) {
    return new FieldWalk(StreamReaders::isFollowed, MAX_OBJECTS)
        .find(List.of(stream), object -> object instanceof Thread).stream()
            .map(Thread.class::cast)
            .filter(StreamReaders::isWaiting)
            .map(Thread::getName)
            .toList();
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  /**
   * Returns whether the fields of a class are followed. Includes subclasses of Jetty's classes,
   * because a listener may belong to the application, such as Solr's.
   */
  private static boolean isFollowed(Class<?> type) {
    String simple = type.getName().substring(type.getName().lastIndexOf('.') + 1);
    if (SHARED_CLASS_MARKERS.stream().anyMatch(simple::contains)) {
      return false;
    }
    if (type.getName().startsWith(JDK)) {
      return type.getName().startsWith(COLLECTIONS_AND_LOCKS);
    }
    for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
      if (isIntermediateClass(ancestor.getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIntermediateClass(String name) {
    return FOLLOWED.stream().anyMatch(name::startsWith)
        && (!name.startsWith(THREAD_POOLS) || name.startsWith(THREAD_POOLS + "AutoLock"));
  }
}
