package io.streambench.cli;

import io.streambench.heap.HeapDumpThread;
import io.streambench.heap.ThreadActivity;
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
 * Watches which threads of a JVM run, by the processor time that a thread dump prints of each. A
 * thread that waits uses none: waking up takes ten microseconds and more, which is the smallest
 * digit.
 *
 * @param before processor time by thread before a heap dump, in the JVM's own words
 * @param after the same after it
 * @param sinceNanos when that was
 */
record ThreadWatch(Map<Long, String> before, Map<Long, String> after, long sinceNanos) {
  /** A time below zero is one that the system does not tell. */
  private static final Pattern THREAD =
      Pattern.compile("^\".*\" #(\\d+) .*?\\bcpu=(\\d\\S*)ms ", Pattern.MULTILINE);

  /** Processor time of each thread, by its identifier, as {@code Thread.print} has it. */
  static Map<Long, String> times(String threadPrint) {
    return THREAD
        .matcher(threadPrint)
        .results()
        .collect(
            Collectors.toMap(
                thread -> Long.parseLong(thread.group(1)),
                thread -> thread.group(2),
                (one, next) -> next));
  }

  /** Looks again when that much time has passed. */
  ThreadActivity watch(Jcmd jvm, List<HeapDumpThread> threads, Duration silence)
      throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(silence.toNanos() - (System.nanoTime() - sinceNanos));
    Map<Long, String> end = times(jvm.threads());
    return compare(threads, end, System.nanoTime() - sinceNanos);
  }

  /** Which did not run since before the dump, and which ran or ended after it; others: unknown. */
  ThreadActivity compare(List<HeapDumpThread> threads, Map<Long, String> end, long nanos) {
    Set<Long> still = new HashSet<>();
    Set<Long> moved = new HashSet<>();
    for (HeapDumpThread thread : threads) {
      String after = this.after.get(thread.id());
      if (after == null || end.isEmpty()) {
        continue;
      }
      if (!after.equals(end.get(thread.id()))) {
        moved.add(thread.id());
      } else if (after.equals(before.get(thread.id()))) {
        still.add(thread.id());
      }
    }
    return new ThreadActivity(nanos, still, moved, Set.of());
  }
}
