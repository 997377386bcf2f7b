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
 * The processor times of the threads of a JVM before and after a heap dump. A later thread dump
 * shows which threads have run since the heap dump, because a waiting thread uses no processor
 * time.
 *
 * @param cpuTimesBefore processor times before a heap dump, as text, by thread identifier
 * @param cpuTimesAfter processor times after the heap dump
 * @param afterDumpNanos when {@code cpuTimesAfter} was recorded, from {@link System#nanoTime}
 */
public record ThreadWatch(
    Map<Long, String> cpuTimesBefore, Map<Long, String> cpuTimesAfter, long afterDumpNanos) {
  /** Matches a thread with a known processor time. An unknown processor time is negative. */
  private static final Pattern THREAD =
      Pattern.compile("^\".*\" #(\\d+) .*?\\bcpu=(\\d\\S*)ms ", Pattern.MULTILINE);

  /** Returns the processor times in the output of {@code Thread.print}, by thread identifier. */
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

  /**
   * Waits until {@code silence} has passed since the heap dump, then takes a thread dump. Returns
   * which threads have run and which have been idle.
   */
  public ThreadActivity watch(Jcmd jvm, List<HeapDumpThread> threads, Duration silence)
      throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(silence.toNanos() - (System.nanoTime() - afterDumpNanos));
    Map<Long, String> endTimes = cpuTimes(jvm.threadDump());
    return compare(threads, endTimes, System.nanoTime() - afterDumpNanos);
  }

  /**
   * Returns the threads that have been idle since before the heap dump, and the threads that ran or
   * ended after the heap dump. Omits all other threads.
   */
  ThreadActivity compare(List<HeapDumpThread> threads, Map<Long, String> endTimes, long nanos) {
    Set<Long> idle = new HashSet<>();
    Set<Long> moved = new HashSet<>();
    for (HeapDumpThread thread : threads) {
      String after = this.cpuTimesAfter.get(thread.id());
      if (after == null || endTimes.isEmpty()) {
        continue;
      }
      if (!after.equals(endTimes.get(thread.id()))) {
        moved.add(thread.id());
      } else if (after.equals(cpuTimesBefore.get(thread.id()))) {
        idle.add(thread.id());
      }
    }
    return new ThreadActivity(nanos, idle, moved, Set.of());
  }
}
