package io.streambench.diagnose.live;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the HTTP/2 client sessions of a JVM. From the threads, it follows the fields of objects of
 * Jetty, SolrJ and the JDK. It calls no method of these objects and takes no lock, so it may miss
 * what changes during the search. It needs at most 10 MB of heap.
 */
public final class ClientSessions {
  /** Maximum number of objects, which take 10 MB. A Solr node's timers led to at most 39,000. */
  private static final int MAX_OBJECTS = 300_000;

  /** Three times the maximum heap that a search needs. */
  private static final long MIN_FREE_HEAP = 32 << 20;

  /** For a small heap, 1/8 free is enough, because it has fewer objects. */
  private static final int FREE_HEAP_DIVISOR = 8;

  /** Extra room for threads that start while the threads are counted. */
  private static final int EXTRA_THREADS = 64;

  /** Part of the names of timer threads, which hold each connection's idle timeout. */
  private static final String TIMER_THREAD_NAME = "cheduler";

  private static final List<String> SESSION_CLASSES =
      List.of(
          "org.eclipse.jetty.http2.client.HTTP2ClientSession",
          "org.eclipse.jetty.http2.client.internal.HTTP2ClientSession");

  private static final List<String> FOLLOWED =
      List.of(
          "org.eclipse.jetty.",
          "org.apache.solr.client.solrj.",
          "org.apache.solr.common.util.",
          "java.lang.Thread",
          "java.lang.ref.WeakReference",
          "java.util.",
          "sun.nio.ch.");

  private static final List<String> EXCLUDED =
      List.of(
          "java.lang.ThreadLocal",
          "java.util.jar.",
          "java.util.logging.",
          "java.util.regex.",
          "java.util.zip.",
          "org.eclipse.jetty.server.",
          "org.eclipse.jetty.servlet.",
          "org.eclipse.jetty.webapp.");

  /** Packages of the JDK whose fields can only be read once they are opened. */
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

  private ClientSessions() {}

  /**
   * Result of a search.
   *
   * @param complete whether all reachable objects were visited
   */
  public record SearchResult(List<ClientSession> sessions, boolean complete) {}

  /** Opens the JDK's packages to this class for as long as its class loader lives. */
  public static void openPackages(Instrumentation instrumentation) {
    Set<Module> here = Set.of(ClientSessions.class.getModule());
    Map<String, Set<Module>> opened = new HashMap<>();
    PACKAGES_TO_OPEN.forEach(name -> opened.put(name, here));
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
  }

  /**
   * Returns whether too little heap is free for a search. Solr ends a JVM that runs out of memory.
   */
  public static boolean isHeapLow() {
    return freeHeapBytes()
        < Math.min(MIN_FREE_HEAP, Runtime.getRuntime().maxMemory() / FREE_HEAP_DIVISOR);
  }

  /** Bytes of heap that are free, or that the JVM may still take. */
  public static long freeHeapBytes() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
  }

  /**
   * Searches from the timer threads first, then from all threads, because a client without an idle
   * timeout has no timer. All threads are needed as roots: since JDK 19 no field leads from one
   * thread to the others.
   *
   * @param known the sessions to leave out
   */
  public static SearchResult find(List<ClientSession> known) {
    List<Thread> threads = threads();
    FieldWalk walk = new FieldWalk(ClientSessions::isFollowed, MAX_OBJECTS);
    walk.find(
        threads.stream().filter(thread -> thread.getName().contains(TIMER_THREAD_NAME)).toList(),
        ClientSessions::isSession);
    List<ClientSession> sessions =
        walk.find(threads, ClientSessions::isSession).stream()
            .filter(found -> known.stream().noneMatch(one -> one.jettySession() == found))
            .map(ClientSession::new)
            .toList();
    return new SearchResult(sessions, walk.isComplete());
  }

  /** Lists threads by their groups, because {@link Thread#getAllStackTraces} stops the JVM. */
  private static List<Thread> threads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[root.activeCount() * 2 + EXTRA_THREADS];
    return List.of(Arrays.copyOf(threads, root.enumerate(threads, true)));
  }

  private static boolean isFollowed(Class<?> type) {
    String name = type.getName();
    return FOLLOWED.stream().anyMatch(name::startsWith)
        && EXCLUDED.stream().noneMatch(name::startsWith);
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
