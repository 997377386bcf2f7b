package io.streambench.flow.threads;

import io.streambench.flow.threads.WholeJvm.ContendedLock;
import io.streambench.flow.threads.WholeJvm.LockWait;
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
final class Locks {
  /**
   * A lock of a thread, as in {@code - waiting to lock <0xfc095cb8> (a Type)}, {@code - locked
   * <Type@1f3b>} or {@code - blocked on Type@1f3b}. VisualVM adds the holder.
   */
  private static final Pattern DETAIL =
      Pattern.compile(
          "^(?:(?:- +)?(waiting to lock|waiting for .* to release lock on|[Bb]locked on|waiting on"
              + "|waiting to re-lock in wait\\(\\)|parking to wait for|locked)|-) +"
              + "(?:<?(0x[0-9a-f]+|[0-9a-f]+)>?,? \\(an? ([^)]+)\\)|<?([^\\s<>]+@[0-9a-f]+))"
              + "(?: owned by \"(.*)\" t@(\\d{1,18}))?");

  /** A wait for the initialization of a class. The JVM does not detect deadlocks of this kind. */
  private static final Pattern INITIALIZED =
      Pattern.compile("^- waiting on the Class initialization monitor for (\\S+)");

  /** The state of a thread in {@code Object.wait}, which releases the first lock in the stack. */
  private static final Pattern IN_WAIT =
      Pattern.compile("^java\\.lang\\.Thread\\.State: (?:TIMED_)?WAITING \\(on object monitor\\)");

  /** The holder of a lock, as printed by {@code ThreadInfo}, JConsole and Dropwizard. */
  private static final Pattern OWNED_BY =
      Pattern.compile(
          "(?:^| on (\\S+@[0-9a-f]+) )owned by:? \"?(.*?)\"?(?: (?i:id)=(\\d{1,18}).*)?$");

  /** Locks that have an owner, unlike a semaphore or a condition. */
  private static final Pattern OWNED = Pattern.compile("Reentrant(?:ReadWrite)?Lock");

  static String key(String name, String number) {
    return name + "\n" + number;
  }

  private record Awaited(String lock, String shown, String holder) {}

  private String thread = "";
  private final Map<String, Awaited> waitByThread = new LinkedHashMap<>();
  private final Map<String, String> holderByLock = new HashMap<>();
  private final Map<String, String> frameByThread = new HashMap<>();
  private final Set<String> released = new HashSet<>();

  /** Threads whose wait has a timeout, as in {@code tryLock}. */
  private final Set<String> timedThreads = new HashSet<>();

  private boolean inWait;
  private String lastReleased = "a lock";
  private final Map<String, LockWait> reported = new LinkedHashMap<>();

  void begin(String key) {
    thread = key;
  }

  /** Processes a line between two frames of the current thread. */
  void addDetail(String line) {
    Matcher detail = DETAIL.matcher(line);
    Matcher initialized = INITIALIZED.matcher(line);
    if (initialized.find()) {
      addWait(initialized.group(1), initialized.group(1) + " (its initialization)", "");
    } else if (!detail.find()) {
      addState(line);
    } else {
      String lock = detail.group(4) == null ? detail.group(2) : detail.group(4);
      String shown = detail.group(4) == null ? lock + " (a " + detail.group(3) + ")" : lock;
      String holder = detail.group(5) == null ? "" : key(detail.group(5), detail.group(6));
      addDetail(detail.group(1) == null ? "" : detail.group(1), lock, shown, holder);
    }
  }

  /** Adds a lock of the current thread. An empty verb means that the thread holds the lock. */
  private void addDetail(String verb, String lock, String shown, String holder) {
    if (verb.equals("waiting on") || verb.startsWith("waiting to re-lock")) {
      released.add(lock);
      lastReleased = lock;
    } else if (verb.equals("locked") || verb.isEmpty()) {
      if (inWait && released.isEmpty() && !waitByThread.containsKey(thread) && !verb.isEmpty()) {
        released.add(lock); // compiled code does not show the lock that a thread waits on
      }
      if (!released.contains(lock)) {
        addHolder(lock);
      }
    } else if (!verb.startsWith("parking") || OWNED.matcher(shown).find()) {
      addWait(lock, shown, holder);
    }
  }

  /** Processes the state of the current thread, or a line that contains the state. */
  void addState(String state) {
    inWait |= IN_WAIT.matcher(state).find();
    if (state.contains("TIMED_WAITING")) {
      timedThreads.add(thread);
    }
    Matcher owned = OWNED_BY.matcher(state);
    if (owned.find()) {
      Awaited known = waitByThread.get(thread);
      String lock =
          owned.group(1) != null ? owned.group(1) : known != null ? known.lock() : lastReleased;
      String number = owned.group(3);
      addWait(lock, lock, key(owned.group(2), number == null ? "" : number));
    }
  }

  /**
   * Records that the current thread waits for a lock. {@code holder} is the key of the lock's
   * holder, or empty if unknown.
   */
  void addWait(String lock, String shown, String holder) {
    waitByThread.putIfAbsent(thread, new Awaited(lock, shown, holder));
    if (!holder.isEmpty()) {
      holderByLock.put(lock, holder);
    }
  }

  void addHolder(String lock) {
    holderByLock.putIfAbsent(lock, thread);
  }

  /** Adds a thread of the deadlock that the JVM reports. */
  void addReported(LockWait wait) {
    if (wait.holder().isEmpty()) {
      reported.putIfAbsent(wait.thread(), wait);
    } else {
      reported.put(wait.thread(), wait);
    }
  }

  /**
   * Ends the current thread and records its frame. If the thread accepts connections, its wait is
   * discarded, because idle threads of this kind share a lock.
   */
  void end(String frame, boolean accepts) {
    if (accepts) {
      waitByThread.remove(thread);
    }
    frameByThread.putIfAbsent(thread, frame);
    released.clear();
    inWait = false;
  }

  /** Adds the names of holders that are known only by number. */
  void nameThreads(Set<String> threads) {
    if (holderByLock.values().stream().anyMatch(holder -> holder.startsWith("\n"))) {
      Map<String, String> names = new HashMap<>();
      threads.forEach(thread -> names.put(thread.substring(thread.indexOf('\n')), thread));
      holderByLock.replaceAll((lock, holder) -> names.getOrDefault(holder, holder));
    }
  }

  /** Returns the deadlock that the JVM reports or that the locks show; empty if there is none. */
  List<LockWait> deadlock() {
    if (!reported.isEmpty()) {
      return List.copyOf(reported.values());
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
        return path.subList(begin, path.size()).stream().map(this::wait).toList();
      }
    }
    return List.of();
  }

  private LockWait wait(String thread) {
    Awaited awaited = waitByThread.get(thread);
    return new LockWait(shown(thread), awaited.shown(), shown(holder(awaited)));
  }

  private String holder(Awaited awaited) {
    return holderByLock.getOrDefault(awaited.lock(), "");
  }

  private static String shown(String thread) {
    return thread.isEmpty() ? "" : thread.substring(0, thread.indexOf('\n'));
  }

  Optional<ContendedLock> mostContended() {
    Map<String, List<Awaited>> locks = new LinkedHashMap<>();
    waitByThread
        .values()
        .forEach(
            awaited ->
                locks.computeIfAbsent(awaited.lock(), lock -> new ArrayList<>()).add(awaited));
    return locks.values().stream()
        .max(Comparator.comparingInt(List::size))
        .map(
            most -> {
              String holder = holder(most.get(0));
              String last = lastHolder(holder);
              return new ContendedLock(
                  most.get(0).shown(),
                  shown(holder),
                  last.equals(holder) ? "" : shown(last),
                  frameByThread.getOrDefault(last, ""),
                  most.size());
            });
  }

  /** Returns the last thread in a chain of waits that begins with the thread {@code first}. */
  private String lastHolder(String first) {
    Set<String> seen = new HashSet<>();
    String thread = first;
    while (seen.add(thread) && waitByThread.containsKey(thread)) {
      String next = holder(waitByThread.get(thread));
      thread = next.isEmpty() ? thread : next;
    }
    return thread;
  }
}
