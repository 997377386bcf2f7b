package io.streambench.diagnose.live;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the HTTP/2 client sessions of this JVM. The search starts at the threads, and follows the
 * fields of Jetty, SolrJ and JDK objects. It calls no methods and takes no locks, so it may miss
 * concurrent changes. It needs at most 10 MB of heap.
 */
public final class ClientSessionFinder {
  /** The maximum number of objects to visit, for which a search needs 10 MB of heap. */
  private static final int MAX_OBJECTS = 300_000;

  /** The minimum free heap for a search, in bytes. */
  private static final long MIN_FREE_HEAP_BYTES = 32 << 20;

  /** In a small heap, the minimum free heap is the maximum heap size divided by this number. */
  private static final int FREE_HEAP_DIVISOR = 8;

  /** The number of extra array elements for threads that start during the enumeration. */
  private static final int EXTRA_THREAD_SLOTS = 64;

  /** A part of the names of timer threads, which hold the idle timeouts of all connections. */
  private static final String TIMER_NAME_PART = "cheduler";

  private static final List<String> SESSION_CLASSES =
      List.of(
          "org.eclipse.jetty.http2.client.HTTP2ClientSession",
          "org.eclipse.jetty.http2.client.internal.HTTP2ClientSession");

  private static final List<String> FOLLOWED_PREFIXES =
      List.of(
          "org.eclipse.jetty.",
          "org.apache.solr.client.solrj.",
          "org.apache.solr.common.util.",
          "java.lang.Thread",
          "java.lang.ref.WeakReference",
          "java.util.",
          "sun.nio.ch.");

  private static final List<String> EXCLUDED_PREFIXES =
      List.of(
          "java.lang.ThreadLocal",
          "java.util.jar.",
          "java.util.logging.",
          "java.util.regex.",
          "java.util.zip.",
          "org.eclipse.jetty.server.",
          "org.eclipse.jetty.servlet.",
          "org.eclipse.jetty.webapp.");

  /** JDK packages that must be opened before their fields can be read. */
  private static final List<String> PACKAGES_TO_OPEN =
      List.of(
          "java.lang",
          "java.lang.ref",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.nio.channels",
          "java.nio.channels.spi",
          "sun.nio.ch");

  private ClientSessionFinder() {}

  /**
   * The result of a search.
   *
   * @param isComplete whether all reachable objects were visited
   */
  public record SearchResult(List<ClientSession> sessions, boolean isComplete) {}

  /** Opens the required JDK packages to this class, for the lifetime of its class loader. */
  public static void openPackages(Instrumentation instrumentation) {
    Set<Module> ownModule = Set.of(ClientSessionFinder.class.getModule());
    Map<String, Set<Module>> opened = new HashMap<>();
    PACKAGES_TO_OPEN.forEach(name -> opened.put(name, ownModule));
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
  }

  /** Returns the class loader of a Jetty client in this JVM, if there is one. */
  public static Optional<ClassLoader> jettyLoader(Instrumentation instrumentation) {
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (SESSION_CLASSES.contains(type.getName())) {
        return Optional.ofNullable(type.getClassLoader());
      }
    }
    return Optional.empty();
  }

  /** Returns whether too little heap is free for a search. */
  public static boolean isHeapLow() {
    return freeHeapBytes()
        < Math.min(MIN_FREE_HEAP_BYTES, Runtime.getRuntime().maxMemory() / FREE_HEAP_DIVISOR);
  }

  /** Returns the bytes of heap that are free or can still be allocated. */
  public static long freeHeapBytes() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
  }

  /**
   * Searches for sessions that are reachable from the threads of this JVM. The search starts with
   * the timer threads, which hold the idle timeouts of connections.
   *
   * @param knownSessions the sessions to omit from the result
   */
  public static SearchResult find(List<ClientSession> knownSessions) {
    List<Thread> threads = allThreads();
    FieldWalk walk = new FieldWalk(ClientSessionFinder::isFollowed, MAX_OBJECTS);
    walk.find(
        threads.stream().filter(thread -> thread.getName().contains(TIMER_NAME_PART)).toList(),
        ClientSessionFinder::isSession);
    List<ClientSession> sessions =
        walk.find(threads, ClientSessionFinder::isSession).stream()
            .filter(
                found ->
                    knownSessions.stream().noneMatch(session -> session.jettySession() == found))
            .map(ClientSession::new)
            .toList();
    return new SearchResult(sessions, walk.isComplete());
  }

  /** Returns the threads of all thread groups, without pausing the JVM. */
  private static List<Thread> allThreads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[root.activeCount() * 2 + EXTRA_THREAD_SLOTS];
    return List.of(Arrays.copyOf(threads, root.enumerate(threads, true)));
  }

  private static boolean isFollowed(Class<?> type) {
    String name = type.getName();
    return FOLLOWED_PREFIXES.stream().anyMatch(name::startsWith)
        && EXCLUDED_PREFIXES.stream().noneMatch(name::startsWith);
  }

  private static boolean isSession(Object object) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      if (SESSION_CLASSES.contains(type.getName())) {
        return true;
      }
    }
    return false;
  }
}
