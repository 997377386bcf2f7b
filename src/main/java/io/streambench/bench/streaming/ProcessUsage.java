package io.streambench.bench.streaming;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * CPU time and voluntary context switches of a process since its start. Linux drops the count of a
 * thread that ends, so a difference of counts is a lower bound.
 *
 * @param cpuNanos CPU time, with a resolution of 10 ms on Linux
 * @param contextSwitches context switches by live thread; empty if the system does not report them
 */
public record ProcessUsage(long cpuNanos, Map<String, Long> contextSwitches) {
  private static final String SWITCHES_PREFIX = "voluntary_ctxt_switches:";

  public static ProcessUsage of(ProcessHandle process) {
    return new ProcessUsage(
        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos(),
        readContextSwitches(Path.of("/proc", Long.toString(process.pid()), "task")));
  }

  private static Map<String, Long> readContextSwitches(Path threads) {
    Map<String, Long> counts = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        readSwitchCount(thread.resolve("status"))
            .ifPresent(count -> counts.put("" + thread.getFileName(), count));
      }
    } catch (IOException e) {
      return Map.of(); // not Linux, or the process has ended
    }
    return counts;
  }

  private static OptionalLong readSwitchCount(Path status) {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(SWITCHES_PREFIX))
          .mapToLong(line -> Long.parseLong(line.substring(SWITCHES_PREFIX.length()).strip()))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty(); // the thread has ended
    }
  }

  /** Returns the CPU time in milliseconds since {@code before}; empty if unknown. */
  public OptionalDouble cpuMillisSince(ProcessUsage before) {
    return cpuNanos > before.cpuNanos
        ? OptionalDouble.of((cpuNanos - before.cpuNanos) / 1e6)
        : OptionalDouble.empty();
  }

  /** Returns the context switches of live threads since {@code before}; empty if unknown. */
  public OptionalDouble contextSwitchesSince(ProcessUsage before) {
    return contextSwitches.isEmpty() || before.contextSwitches.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            contextSwitches.entrySet().stream()
                .mapToLong(
                    now ->
                        increaseSince(before.contextSwitches.getOrDefault(now.getKey(), 0L), now))
                .sum());
  }

  /**
   * Returns the increase of a thread's context switches. If the count has decreased, the count
   * belongs to a new thread with the same ID.
   */
  private static long increaseSince(long before, Map.Entry<String, Long> now) {
    return now.getValue() < before ? now.getValue() : now.getValue() - before;
  }
}
