package io.streambench.heap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The threads of a dump, and which of them hold a response that they may read. */
final class HeapThreads {
  /**
   * The references within which a thread's response is looked for completely: an array, a map or a
   * list takes two or three. A search that had to stop earlier is reported.
   */
  private static final int REFERENCES_AWAY = 6;

  /** The most objects examined for one thread, those nearest to its variables first. */
  private static final int MOST_OBJECTS = 100_000;

  /** The same for all threads together. */
  private static final int MOST_OBJECTS_OF_ALL = 1_000_000;

  private static final int MOST_ELEMENTS = 10_000;
  private static final String THREAD = "java.lang.Thread";
  private static final String VIRTUAL = "java.lang.VirtualThread";

  /** States of a virtual thread in JDK 21 to 25: it has not begun, it has ended. */
  private static final Set<Long> VIRTUAL_IDLE = Set.of(0L, 99L);

  private static final String EXECUTOR = "java.util.concurrent.ThreadPoolExecutor";
  private static final String SOLR_STREAMS = "org.apache.solr.client.solrj.io.stream.";
  private static final String FLOW_CONTROL = "FlowControlStrategy";

  /** Ours: it looks at all clients once a second, and reads no response. */
  static final String METRICS = "io.streambench.strategy.ClientMetrics";

  /**
   * It queues what a collection has cleared, with code of the JDK's alone, and right after one, as
   * a dump of what is alive begins with, holds too much to be searched.
   */
  static final String REFERENCE_HANDLER = "java.lang.ref.Reference$ReferenceHandler";

  private final Map<HeapObject, HeapThread> threads = new HashMap<>();
  private final List<HeapThread> queues = new ArrayList<>();
  private final List<HeapObject> unseen;
  private final List<DumpedThread> cut = new ArrayList<>();
  private int objectsLeft = MOST_OBJECTS_OF_ALL;

  HeapThreads(HeapDump dump) {
    dump.threads().forEach(thread -> threads.put(thread.thread(), thread));
    for (HeapObject executor : dump.instances(EXECUTOR)) {
      HeapObject queue = executor.ref("workQueue");
      if (queue != null) {
        DumpedThread told = new DumpedThread("(a task that is queued)", -1, false, List.of());
        queues.add(new HeapThread(queue, told, List.of(queue)));
      }
    }
    unseen =
        dump.instances(VIRTUAL).stream()
            .filter(thread -> !threads.containsKey(thread))
            .filter(thread -> !VIRTUAL_IDLE.contains(thread.number("state", 0)))
            .toList();
  }

  /** Returns the thread with that object; little is known of a virtual one. */
  DumpedThread of(HeapObject thread) {
    HeapThread known = threads.get(thread);
    return (known == null ? HeapThread.of(thread, null) : known).told();
  }

  /**
   * Virtual threads that have begun and not ended, and of whose stacks the dump tells nothing.
   *
   * @param known the objects of those that are known to wait
   */
  int unseen(Set<HeapObject> known) {
    return (int) unseen.stream().filter(thread -> !known.contains(thread)).count();
  }

  /**
   * Returns whether a thread was in Jetty's code that counts data or hands it on: for that moment
   * the counts need not come out.
   */
  boolean dataUnderWay() {
    return threads.values().stream().anyMatch(thread -> thread.isIn(HeapThreads::handlesData));
  }

  private static boolean handlesData(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    return type.equals(JettyNames.SESSION) && method.equals("onData")
        || type.equals(JettyNames.STREAM) && method.matches("process.*|onData|readData")
        || type.contains(FLOW_CONTROL) && method.matches("onData(Received|Consumed)")
        || type.endsWith("HTTP2Flusher") && method.equals("process")
        || type.equals(JettyNames.HTTP_RECEIVER)
        || type.equals(JettyNames.HTTP_RECEIVER_12);
  }

  /**
   * The responses that each thread holds, and each queue of tasks. A thread that reads a stream of
   * Solr's and of which no response was found may hold any of them. Those that may go on by
   * themselves are searched first: what the others hold must not use up their share.
   *
   * @param listeners those of Jetty that receive the responses
   */
  Map<HeapThread, Set<HeapObject>> held(Set<HeapObject> listeners) {
    Map<HeapThread, Set<HeapObject>> held = new LinkedHashMap<>();
    Stream.of(
            threads.values().stream().filter(HeapThreads::mayGoOn),
            queues.stream(),
            threads.values().stream().filter(thread -> !mayGoOn(thread)))
        .flatMap(Function.identity())
        .forEach(
            thread -> {
              Set<HeapObject> found = held(thread, listeners);
              held.put(
                  thread, found.isEmpty() && thread.isIn(HeapThreads::reads) ? listeners : found);
            });
    return held;
  }

  /** Threads that may go on by themselves and hold more than could be looked at. */
  List<DumpedThread> cut() {
    return cut;
  }

  private static boolean mayGoOn(HeapThread thread) {
    return !thread.told().untimed() && !thread.isIn(HeapThreads::polls);
  }

  private static boolean reads(StackTraceElement frame) {
    return frame.getClassName().startsWith(SOLR_STREAMS)
        || frame.getClassName().equals(JettyNames.LISTENER + JettyNames.INPUT)
        || frame.getClassName().equals(JettyNames.LISTENER_12 + JettyNames.INPUT);
  }

  /** Waits for the network: whoever does reads no response in between. */
  private static boolean polls(StackTraceElement frame) {
    return frame.getClassName().startsWith("sun.nio.ch.")
        && frame.getMethodName().matches("(?i)(epoll)?wait|poll|accept0?");
  }

  private Set<HeapObject> held(HeapThread thread, Set<HeapObject> listeners) {
    Set<HeapObject> held = new HashSet<>();
    if (thread.thread().className().equals(REFERENCE_HANDLER)) {
      return held;
    }
    Set<HeapObject> seen = new HashSet<>();
    List<HeapObject> level = new ArrayList<>();
    boolean whole = add(thread.locals(), seen, level);
    whole &= add(thread.thread().refsBelow(THREAD), seen, level);
    for (int away = 1; !level.isEmpty(); away++) {
      List<HeapObject> next = new ArrayList<>();
      for (HeapObject at : level) {
        HeapObject listener = listener(at);
        if (listener != null) {
          if (listeners.contains(listener)) {
            held.add(listener);
          }
        } else if (!isShared(at)) {
          List<HeapObject> elements = at.elements(MOST_ELEMENTS);
          boolean all = elements.size() < MOST_ELEMENTS;
          all &= add(elements.isEmpty() ? at.refs() : elements, seen, next);
          whole &= all || away > REFERENCES_AWAY;
        }
      }
      level = next;
    }
    if (!whole && mayGoOn(thread)) {
      cut.add(thread.told());
    }
    return held;
  }

  private boolean add(List<HeapObject> objects, Set<HeapObject> seen, List<HeapObject> level) {
    for (HeapObject object : objects) {
      if (object != null && !seen.contains(object)) {
        if (seen.size() >= MOST_OBJECTS || objectsLeft <= 0) {
          return false;
        }
        seen.add(object);
        objectsLeft--;
        level.add(object);
      }
    }
    return true;
  }

  /** Jetty's stream of bytes is an inner class of the listener that receives the response. */
  private static HeapObject listener(HeapObject at) {
    if (at.is(JettyNames.LISTENER) || at.is(JettyNames.LISTENER_12)) {
      return at;
    }
    boolean input =
        at.className().equals(JettyNames.LISTENER + JettyNames.INPUT)
            || at.className().equals(JettyNames.LISTENER_12 + JettyNames.INPUT);
    return input ? at.ref("this$0") : null;
  }

  /** Behind a client, a pool or a class lies what belongs to all threads. */
  private static boolean isShared(HeapObject at) {
    return at.className().startsWith("org.eclipse.jetty.")
        || at.className().equals(METRICS)
        || at.className().equals("java.lang.Class")
        || at.className().equals("java.lang.String")
        || at.is("java.lang.ClassLoader")
        || at.is(THREAD)
        || at.is(EXECUTOR);
  }
}
