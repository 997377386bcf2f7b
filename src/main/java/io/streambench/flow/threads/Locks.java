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
 * The locks of a dump: which thread waits for which lock, and which thread holds it. A thread is
 * identified by its name and number, because names may repeat, or by its number alone.
 */
final class Locks {
  /** The two parts of a lock, as in {@code <0x00000000fc095cb8> (a java.lang.Object)}. */
  private static final String LOCK = "<?(0x[0-9a-f]+|[0-9a-f]+)>?,? \\(an? ([^)]+)\\)";

  /** VisualVM names the holder after the lock. */
  private static final Pattern WAITS =
      Pattern.compile(
          "^(?:- waiting to lock|waiting for .* to release lock on) "
              + LOCK
              + "(?: owned by \"(.*)\" t@(\\d{1,18}))?");

  private static final Pattern PARKED = Pattern.compile("^- parking to wait for +" + LOCK);

  /** A class that another thread initializes; the JVM reports no deadlock of these. */
  private static final Pattern INITIALIZED =
      Pattern.compile("^- waiting on the Class initialization monitor for (\\S+)");

  /** The state of a thread in {@code Object.wait}, which releases the first lock of its stack. */
  private static final Pattern IN_WAIT =
      Pattern.compile("^java\\.lang\\.Thread\\.State: (?:TIMED_)?WAITING \\(on object monitor\\)");

  private static final Pattern HOLDS = Pattern.compile("^- (?:locked )?" + LOCK);
  private static final Pattern RELEASED =
      Pattern.compile("^- waiting (?:on|to re-lock in wait\\(\\)) " + LOCK);

  /** Locks as {@code ThreadInfo} prints them: {@code - blocked on java.lang.Object@1f3b}. */
  private static final Pattern THREAD_INFO =
      Pattern.compile("^(?:- +)?([Bb]locked on|locked) (\\S+@[0-9a-f]+)");

  /** Locks that have an owner, unlike a semaphore or a condition. */
  private static final Pattern OWNED = Pattern.compile("Reentrant(?:ReadWrite)?Lock");

  static String key(String name, String number) {
    return name + "\n" + number;
  }

  private record Awaited(String lock, String shown, String holder) {}

  private String thread = "";
  private final Map<String, Awaited> waits = new LinkedHashMap<>();
  private final Map<String, String> holders = new HashMap<>();
  private final Map<String, String> activities = new HashMap<>();
  private final Set<String> released = new HashSet<>();

  /** Threads that stop waiting after a time, as in {@code tryLock}. */
  private final Set<String> timed = new HashSet<>();

  private boolean inWait;
  private final Map<String, LockWait> reported = new LinkedHashMap<>();

  /** Begins a thread, to which the following lines belong. */
  void begin(String key) {
    thread = key;
  }

  /** Processes a line between the frames of the thread. */
  void addDetail(String line) {
    Matcher waits = WAITS.matcher(line);
    Matcher parked = PARKED.matcher(line);
    Matcher releasedLock = RELEASED.matcher(line);
    Matcher held = HOLDS.matcher(line);
    Matcher info = THREAD_INFO.matcher(line);
    Matcher initialized = INITIALIZED.matcher(line);
    if (waits.find()) {
      addWait(
          waits.group(1),
          waits.group(1) + " (a " + waits.group(2) + ")",
          waits.group(3) == null ? "" : key(waits.group(3), waits.group(4)));
    } else if (parked.find() && OWNED.matcher(parked.group(2)).find()) {
      addWait(parked.group(1), parked.group(1) + " (a " + parked.group(2) + ")", "");
    } else if (initialized.find()) {
      addWait(initialized.group(1), initialized.group(1) + " (its initialization)", "");
    } else if (releasedLock.find()) {
      released.add(releasedLock.group(1));
    } else if (held.find()) {
      boolean isFirst = released.isEmpty() && !this.waits.containsKey(thread);
      if (inWait && isFirst && line.startsWith("- locked")) {
        released.add(held.group(1)); // compiled code does not show the lock that it waits on
      }
      if (!released.contains(held.group(1))) {
        addHolder(held.group(1));
      }
    } else if (info.find()) {
      if (info.group(1).equals("locked")) {
        addHolder(info.group(2));
      } else {
        addWait(info.group(2), info.group(2), "");
      }
    } else {
      addState(line);
    }
  }

  /** Processes the thread's state, or a line that contains it. */
  void addState(String state) {
    inWait |= IN_WAIT.matcher(state).find();
    if (state.contains("TIMED_WAITING")) {
      timed.add(thread);
    }
  }

  /** Records that the thread waits. The holder is a key, or empty if another line names it. */
  void addWait(String lock, String shown, String holder) {
    waits.putIfAbsent(thread, new Awaited(lock, shown, holder));
    if (!holder.isEmpty()) {
      holders.put(lock, holder);
    }
  }

  void addHolder(String lock) {
    holders.putIfAbsent(lock, thread);
  }

  /** Adds a part of a deadlock that the JVM reports. */
  void addReported(LockWait wait) {
    if (wait.holder().isEmpty()) {
      reported.putIfAbsent(wait.thread(), wait);
    } else {
      reported.put(wait.thread(), wait);
    }
  }

  /** Ends the thread and records the frame that it is in. */
  void end(String frame) {
    activities.putIfAbsent(thread, frame);
    released.clear();
    inWait = false;
  }

  /** Adds names to holders that are known only by number. */
  void nameThreads(Set<String> threads) {
    if (holders.values().stream().anyMatch(holder -> holder.startsWith("\n"))) {
      Map<String, String> names = new HashMap<>();
      threads.forEach(thread -> names.put(thread.substring(thread.indexOf('\n')), thread));
      holders.replaceAll((lock, holder) -> names.getOrDefault(holder, holder));
    }
  }

  /** Returns the deadlock that the JVM reports, otherwise the first one that the locks show. */
  List<LockWait> deadlock() {
    if (!reported.isEmpty()) {
      return List.copyOf(reported.values());
    }
    Set<String> seen = new HashSet<>();
    for (String first : waits.keySet()) {
      List<String> path = new ArrayList<>();
      String thread = first;
      while (waits.containsKey(thread) && !timed.contains(thread) && seen.add(thread)) {
        path.add(thread);
        thread = holders.get(waits.get(thread).lock());
      }
      int begin = path.indexOf(thread);
      if (begin >= 0 && path.size() - begin > 1) {
        return path.subList(begin, path.size()).stream().map(this::wait).toList();
      }
    }
    return List.of();
  }

  private LockWait wait(String thread) {
    Awaited awaited = waits.get(thread);
    return new LockWait(shown(thread), awaited.shown(), shown(holder(awaited)));
  }

  private String holder(Awaited awaited) {
    return holders.getOrDefault(awaited.lock(), "");
  }

  private static String shown(String thread) {
    return thread.isEmpty() ? "" : thread.substring(0, thread.indexOf('\n'));
  }

  Optional<ContendedLock> mostContended() {
    Map<String, List<Awaited>> locks = new LinkedHashMap<>();
    waits
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
                  activities.getOrDefault(last, ""),
                  most.size());
            });
  }

  /** Follows locks from a thread that waits itself to the thread that everything waits for. */
  private String lastHolder(String first) {
    Set<String> seen = new HashSet<>();
    String thread = first;
    while (seen.add(thread) && waits.containsKey(thread)) {
      String next = holder(waits.get(thread));
      thread = next.isEmpty() ? thread : next;
    }
    return thread;
  }
}
