package io.streambench.diagnose.heap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

final class HeapThreads {
  /** The maximum number of objects in a search for references; a few hundred are typical. */
  private static final int MAX_REFERRERS = 300_000;

  /** States of a virtual thread that has not started or has ended, in JDK 21 to 25. */
  private static final Set<Long> INACTIVE_VIRTUAL_STATES = Set.of(0L, 99L);

  private static final String EXECUTOR = "java.util.concurrent.ThreadPoolExecutor";

  /**
   * The names of thread pool classes, each with the name of the field for the pool's queued tasks.
   */
  private static final Map<String, String> QUEUE_FIELD_BY_POOL =
      Map.of(EXECUTOR, "workQueue", "org.eclipse.jetty.util.thread.QueuedThreadPool", "_jobs");

  private static final HeapDumpThread QUEUED_TASK =
      new HeapDumpThread("(a task that is queued)", -1, false, List.of());

  /** A thread with the objects in its local variables, or a queue of tasks. */
  record HeapThread(HeapObject thread, HeapDumpThread description, List<HeapObject> locals) {
    /** The bit of the JVMTI thread state for a wait without a timeout. */
    private static final long INDEFINITE_WAIT_BIT = 0x10;

    static HeapThread of(HeapObject thread, StackTraceElement[] stack) {
      boolean virtual = thread.isInstanceOf("java.lang.BaseVirtualThread");
      HeapObject holder = thread.follow("holder"); // since JDK 19
      HeapObject statusOwner = holder == null ? thread : holder;
      return new HeapThread(
          thread,
          new HeapDumpThread(
              thread.text("name").orElse("?"),
              virtual ? -1 : thread.number("tid", -1),
              (statusOwner.number("threadStatus", 0) & INDEFINITE_WAIT_BIT) != 0,
              stack == null ? List.of() : List.of(stack)),
          new ArrayList<>());
    }

    /** Returns whether a local variable or a field of the thread refers to one of these objects. */
    boolean holdsOneOf(Set<HeapObject> objects) {
      return thread.refersToOneOf(objects) || locals.stream().anyMatch(objects::contains);
    }

    boolean hasFrame(Predicate<StackTraceElement> frame) {
      return description.stack().stream().anyMatch(frame);
    }
  }

  private final Map<HeapObject, HeapThread> threads;
  private final List<HeapThread> taskQueues = new ArrayList<>();
  private final List<HeapObject> unseenThreads;
  boolean isSearchComplete = true;

  HeapThreads(HeapDump dump) {
    threads = dump.threads();
    QUEUE_FIELD_BY_POOL.forEach(
        (pool, queue) ->
            dump.instances(pool).stream()
                .map(instance -> instance.follow(queue))
                .filter(Objects::nonNull)
                .map(tasks -> new HeapThread(tasks, QUEUED_TASK, List.of()))
                .forEach(taskQueues::add));
    unseenThreads =
        dump.instances("java.lang.VirtualThread").stream()
            .filter(thread -> !threads.containsKey(thread))
            .filter(thread -> !INACTIVE_VIRTUAL_STATES.contains(thread.number("state", 0)))
            .toList();
  }

  /** Describes the thread of a {@link Thread} object. The stack is empty if it is unknown. */
  HeapDumpThread of(HeapObject thread) {
    HeapThread known = threads.get(thread);
    return (known == null ? HeapThread.of(thread, null) : known).description();
  }

  /** Returns the thread that waits for response headers in one of these Jetty 12 listeners. */
  Optional<HeapDumpThread> headerWaiter(HeapObject listeners) {
    return threads.values().stream()
        .filter(
            thread ->
                thread.hasFrame(
                    frame ->
                        frame.getClassName().equals(JettyNames.LISTENER_12)
                            && frame.getMethodName().equals("get")))
        .filter(
            thread ->
                thread.locals().stream()
                    .filter(local -> local.isInstanceOf(JettyNames.LISTENER_12))
                    .anyMatch(local -> listeners.refersToOneOf(Set.of(local))))
        .map(HeapThread::description)
        .findFirst();
  }

  /**
   * Counts active virtual threads without a stack in the dump. Does not count {@code knownThreads}
   * threads.
   */
  int countUnseenVirtualThreads(Set<HeapObject> knownThreads) {
    return (int) unseenThreads.stream().filter(thread -> !knownThreads.contains(thread)).count();
  }

  /** Returns whether a thread was processing received data, so that counters may disagree. */
  boolean isDataInTransit() {
    return threads.values().stream()
        .anyMatch(thread -> thread.hasFrame(HeapThreads::isDataFrameHandler));
  }

  private static boolean isDataFrameHandler(StackTraceElement frame) {
    String type = frame.getClassName();
    String method = frame.getMethodName();
    return type.equals(JettyNames.SESSION) && method.equals("onData")
        || type.equals(JettyNames.STREAM) && method.matches("process.*|onData|readData")
        || type.contains("FlowControlStrategy") && method.matches("onData(Received|Consumed)")
        || type.endsWith("HTTP2Flusher") && method.equals("process")
        || JettyNames.HTTP_RECEIVERS.contains(type);
  }

  /**
   * Returns the threads and task queues from which any of these responses is reachable. The search
   * follows references backwards from the responses.
   */
  List<HeapThread> threadsHolding(Set<HeapObject> responses) {
    Set<HeapObject> referring = referrersOf(responses);
    return Stream.concat(threads.values().stream(), taskQueues.stream())
        .filter(thread -> thread.holdsOneOf(referring))
        .toList();
  }

  /**
   * Returns the threads that read a stream of Solr but from which none of these responses is
   * reachable.
   */
  List<HeapThread> readersOfOtherResponses(Set<HeapObject> responses) {
    List<HeapThread> reading =
        new ArrayList<>(
            threads.values().stream()
                .filter(thread -> thread.hasFrame(HeapThreads::isReadFrame))
                .toList());
    reading.removeAll(threadsHolding(responses));
    return reading;
  }

  private static boolean isReadFrame(StackTraceElement frame) {
    return frame.getClassName().startsWith("org.apache.solr.client.solrj.io.stream.")
        || JettyNames.LISTENER_INPUTS.contains(frame.getClassName());
  }

  /**
   * Returns these responses and all objects that refer to them, directly or through unshared
   * objects.
   */
  private Set<HeapObject> referrersOf(Set<HeapObject> responses) {
    Set<HeapObject> referring = new HashSet<>(responses);
    Deque<HeapObject> next = new ArrayDeque<>(responses);
    while (!next.isEmpty()) {
      for (HeapObject referrer : next.remove().referrers()) {
        boolean isInput = JettyNames.LISTENER_INPUTS.contains(referrer.className());
        if ((isInput || !isSharedByThreads(referrer)) && referring.add(referrer)) {
          next.add(referrer);
        }
      }
      if (referring.size() > MAX_REFERRERS) {
        isSearchComplete = false;
        break;
      }
    }
    return referring;
  }

  /**
   * Returns whether an object is shared by threads, such as a client, a pool, a class or another
   * response.
   */
  private static boolean isSharedByThreads(HeapObject object) {
    return object.className().startsWith("org.eclipse.jetty.")
        || object.className().equals("java.lang.Class")
        || JettyNames.LISTENERS.stream().anyMatch(object::isInstanceOf)
        || object.isInstanceOf("java.lang.ClassLoader")
        || object.isInstanceOf("java.lang.Thread")
        || object.isInstanceOf(EXECUTOR);
  }
}
