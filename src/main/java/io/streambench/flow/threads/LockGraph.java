package io.streambench.flow.threads;

import io.streambench.flow.threads.JvmFindings.ContendedLock;
import io.streambench.flow.threads.JvmFindings.LockWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The locks in a dump, with their holders and the threads that wait for them. A thread's key
 * consists of name and number, or only of the number if the name is unknown.
 */
final class LockGraph {
  /**
   * Matches a lock of a thread, as in {@code - waiting to lock <0xfc095cb8> (a Type)}, {@code -
   * locked <Type@1f3b>} or {@code - blocked on Type@1f3b}. VisualVM adds the holder.
   */
  private static final Pattern LOCK_DETAIL =
      Pattern.compile(
          "^(?:(?:- +)?(waiting to lock|waiting for .* to release lock on|[Bb]locked on|waiting on"
              + "|waiting to re-lock in wait\\(\\)|parking to wait for|locked)|-) +"
              + "(?:<?(0x[0-9a-f]+|[0-9a-f]+)>?,? \\(an? ([^)]+)\\)|<?([^\\s<>]+@[0-9a-f]+))"
              + "(?: owned by \"(.*)\" t@(\\d{1,18}))?");

  /**
   * Matches a wait for the initialization of a class. The JVM does not detect deadlocks of this
   * kind.
   */
  private static final Pattern INITIALIZATION_WAIT =
      Pattern.compile("^- waiting on the Class initialization monitor for (\\S+)");

  /**
   * Matches the state of a thread in {@code Object.wait}, which releases the first lock in the
   * stack.
   */
  private static final Pattern OBJECT_WAIT =
      Pattern.compile("^java\\.lang\\.Thread\\.State: (?:TIMED_)?WAITING \\(on object monitor\\)");

  /** Matches the holder of a lock, as printed by {@code ThreadInfo}, JConsole and Dropwizard. */
  private static final Pattern LOCK_OWNER =
      Pattern.compile(
          "(?:^| on (\\S+@[0-9a-f]+) )owned by:? \"?(.*?)\"?(?: (?i:id)=(\\d{1,18}).*)?$");

  /** Matches locks that have an owner, unlike semaphores and conditions. */
  private static final Pattern OWNABLE_LOCK = Pattern.compile("Reentrant(?:ReadWrite)?Lock");

  static String threadKey(String name, String number) {
    return name + "\n" + number;
  }

  private record AwaitedLock(String lock, String displayName, String holder) {}

  private String currentThread = "";
  private final Map<String, AwaitedLock> waitByThread = new LinkedHashMap<>();
  private final Map<String, String> holderByLock = new HashMap<>();
  private final Map<String, String> frameByThread = new HashMap<>();
  private final Set<String> releasedLocks = new HashSet<>();

  /** Threads whose wait has a timeout, as in {@code tryLock}. */
  private final Set<String> timedThreads = new HashSet<>();

  private boolean isInObjectWait;
  private String lastReleasedLock = "a lock";
  private final Map<String, LockWait> reportedWaits = new LinkedHashMap<>();

  void beginThread(String key) {
    currentThread = key;
  }

  /** Processes a line between two frames of the current thread. */
  void processDetail(String line) {
    Matcher detail = LOCK_DETAIL.matcher(line);
    Matcher initialized = INITIALIZATION_WAIT.matcher(line);
    if (initialized.find()) {
      addWait(initialized.group(1), initialized.group(1) + " (its initialization)", "");
    } else if (!detail.find()) {
      processState(line);
    } else {
      String lock = detail.group(4) == null ? detail.group(2) : detail.group(4);
      String shown = detail.group(4) == null ? lock + " (a " + detail.group(3) + ")" : lock;
      String holder = detail.group(5) == null ? "" : threadKey(detail.group(5), detail.group(6));
      addLockDetail(detail.group(1) == null ? "" : detail.group(1), lock, shown, holder);
    }
  }

  /** Adds a lock of the current thread. An empty verb means that the thread holds the lock. */
  private void addLockDetail(String verb, String lock, String displayName, String holder) {
    if (verb.equals("waiting on") || verb.startsWith("waiting to re-lock")) {
      releasedLocks.add(lock);
      lastReleasedLock = lock;
    } else if (verb.equals("locked") || verb.isEmpty()) {
      if (isInObjectWait
          && releasedLocks.isEmpty()
          && !waitByThread.containsKey(currentThread)
          && !verb.isEmpty()) {
        releasedLocks.add(lock); // compiled code does not show the lock that a thread waits on
      }
      if (!releasedLocks.contains(lock)) {
        addHolder(lock);
      }
    } else if (!verb.startsWith("parking") || OWNABLE_LOCK.matcher(displayName).find()) {
      addWait(lock, displayName, holder);
    }
  }

  /** Processes the state of the current thread, or a line that contains the state. */
  void processState(String state) {
    isInObjectWait |= OBJECT_WAIT.matcher(state).find();
    if (state.contains("TIMED_WAITING")) {
      timedThreads.add(currentThread);
    }
    Matcher owned = LOCK_OWNER.matcher(state);
    if (owned.find()) {
      AwaitedLock known = waitByThread.get(currentThread);
      String lock =
          owned.group(1) != null ? owned.group(1) : known != null ? known.lock() : lastReleasedLock;
      String number = owned.group(3);
      addWait(lock, lock, threadKey(owned.group(2), number == null ? "" : number));
    }
  }

  /**
   * Records that the current thread waits for a lock. {@code holder} is the key of the lock's
   * holder, or empty if unknown.
   */
  void addWait(String lock, String displayName, String holder) {
    waitByThread.putIfAbsent(currentThread, new AwaitedLock(lock, displayName, holder));
    if (!holder.isEmpty()) {
      holderByLock.put(lock, holder);
    }
  }

  void addHolder(String lock) {
    holderByLock.putIfAbsent(lock, currentThread);
  }

  /** Adds a thread of the deadlock that the JVM reports. */
  void addReportedWait(LockWait wait) {
    if (wait.holder().isEmpty()) {
      reportedWaits.putIfAbsent(wait.thread(), wait);
    } else {
      reportedWaits.put(wait.thread(), wait);
    }
  }

  /**
   * Ends the current thread and records its frame. Discards the wait of a thread that accepts
   * connections, because idle threads of this kind share a lock.
   */
  void endThread(String frame, boolean acceptsConnections) {
    if (acceptsConnections) {
      waitByThread.remove(currentThread);
    }
    frameByThread.putIfAbsent(currentThread, frame);
    releasedLocks.clear();
    isInObjectWait = false;
  }

  /** Adds the names of holders that are known only by number. */
  void resolveHolderNames(Set<String> threads) {
    if (holderByLock.values().stream().anyMatch(holder -> holder.startsWith("\n"))) {
      Map<String, String> names = new HashMap<>();
      threads.forEach(thread -> names.put(thread.substring(thread.indexOf('\n')), thread));
      holderByLock.replaceAll((lock, holder) -> names.getOrDefault(holder, holder));
    }
  }

  /** Returns the deadlock that the JVM reports or that the locks show; empty if there is none. */
  List<LockWait> deadlock() {
    if (!reportedWaits.isEmpty()) {
      return List.copyOf(reportedWaits.values());
    }
    Set<String> seen = new HashSet<>();
    for (String first : waitByThread.keySet()) {
      List<String> path = new ArrayList<>();
      String thread = first;
      while (waitByThread.containsKey(thread)
          && !timedThreads.contains(thread)
          && seen.add(thread)) {
        path.add(thread);
        thread = holderByLock.get(waitByThread.get(thread).lock());
      }
      int begin = path.indexOf(thread);
      if (begin >= 0 && path.size() - begin > 1) {
        return path.subList(begin, path.size()).stream().map(this::lockWait).toList();
      }
    }
    return List.of();
  }

  private LockWait lockWait(String thread) {
    AwaitedLock awaited = waitByThread.get(thread);
    return new LockWait(nameOf(thread), awaited.displayName(), nameOf(holderOf(awaited)));
  }

  private String holderOf(AwaitedLock awaited) {
    return holderByLock.getOrDefault(awaited.lock(), "");
  }

  private static String nameOf(String thread) {
    return thread.isEmpty() ? "" : thread.substring(0, thread.indexOf('\n'));
  }

  Optional<ContendedLock> mostContended() {
    Map<String, List<AwaitedLock>> locks = new LinkedHashMap<>();
    waitByThread
        .values()
        .forEach(
            awaited ->
                locks.computeIfAbsent(awaited.lock(), lock -> new ArrayList<>()).add(awaited));
    return locks.values().stream()
        .max(Comparator.comparingInt(List::size))
        .map(
            most -> {
              String holder = holderOf(most.get(0));
              String last = lastHolder(holder);
              return new ContendedLock(
                  most.get(0).displayName(),
                  nameOf(holder),
                  last.equals(holder) ? "" : nameOf(last),
                  frameByThread.getOrDefault(last, ""),
                  most.size());
            });
  }

  /** Returns the last thread in a chain of waits that starts with the thread {@code first}. */
  private String lastHolder(String first) {
    Set<String> seen = new HashSet<>();
    String thread = first;
    while (seen.add(thread) && waitByThread.containsKey(thread)) {
      String next = holderOf(waitByThread.get(thread));
      thread = next.isEmpty() ? thread : next;
    }
    return thread;
  }
}
