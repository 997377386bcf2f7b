package io.streambench.diagnose.jvm;

import io.streambench.diagnose.heap.HeapDumpThread;
import io.streambench.diagnose.heap.ThreadActivity;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Determines which threads of a JVM run, from the processor times in thread dumps. A waiting thread
 * uses none: waking up takes at least ten microseconds, the smallest unit shown.
 *
 * @param before processor time by thread before a heap dump, as the JVM prints it
 * @param after processor time by thread after the heap dump
 * @param sinceNanos time of {@code after}
 */
public record ThreadWatch(Map<Long, String> before, Map<Long, String> after, long sinceNanos) {
  /** Matches a thread and its processor time, unless negative because the system reports none. */
  private static final Pattern THREAD =
      Pattern.compile("^\".*\" #(\\d+) .*?\\bcpu=(\\d\\S*)ms ", Pattern.MULTILINE);

  /** The processor time of each thread in {@code Thread.print}, by the thread's identifier. */
  public static Map<Long, String> cpuTimes(String threadPrint) {
    return THREAD
        .matcher(threadPrint)
        .results()
        .collect(
            Collectors.toMap(
                thread -> Long.parseLong(thread.group(1)),
                thread -> thread.group(2),
                (first, next) -> next));
  }

  /** Observes the threads until {@code silence} has passed, and compares their processor times. */
  public ThreadActivity watch(Jcmd jvm, List<HeapDumpThread> threads, Duration silence)
      throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(silence.toNanos() - (System.nanoTime() - sinceNanos));
    Map<Long, String> endTimes = cpuTimes(jvm.threadDump());
    return compare(threads, endTimes, System.nanoTime() - sinceNanos);
  }

  /**
   * Finds the threads that have not run since before the dump, and those that ran or ended after
   * it; the others are unknown.
   */
  ThreadActivity compare(List<HeapDumpThread> threads, Map<Long, String> endTimes, long nanos) {
    Set<Long> idle = new HashSet<>();
    Set<Long> moved = new HashSet<>();
    for (HeapDumpThread thread : threads) {
      String after = this.after.get(thread.id());
      if (after == null || endTimes.isEmpty()) {
        continue;
      }
      if (!after.equals(endTimes.get(thread.id()))) {
        moved.add(thread.id());
      } else if (after.equals(before.get(thread.id()))) {
        idle.add(thread.id());
      }
    }
    return new ThreadActivity(nanos, idle, moved, Set.of());
  }
}
