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
 * CPU time and voluntary context switches of a process so far. Linux drops the count of a thread
 * that ends, so the difference of two is a lower bound.
 *
 * @param cpuNanos from a clock of 10 ms on Linux
 * @param switches by thread that is alive; empty where the system does not say
 */
public record ProcessUse(long cpuNanos, Map<String, Long> switches) {
  private static final String COUNT = "voluntary_ctxt_switches:";

  public static ProcessUse of(ProcessHandle process) {
    return new ProcessUse(
        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos(),
        switches(Path.of("/proc", Long.toString(process.pid()), "task")));
  }

  private static Map<String, Long> switches(Path threads) {
    Map<String, Long> counts = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        count(thread.resolve("status"))
            .ifPresent(count -> counts.put("" + thread.getFileName(), count));
      }
    } catch (IOException e) {
      return Map.of(); // no Linux, or the process has ended
    }
    return counts;
  }

  private static OptionalLong count(Path status) {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(COUNT))
          .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip()))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty(); // the thread has ended meanwhile
    }
  }

  /** CPU time since then, in milliseconds; empty if the process does not tell its time. */
  public OptionalDouble cpuMillisSince(ProcessUse before) {
    return cpuNanos > before.cpuNanos
        ? OptionalDouble.of((cpuNanos - before.cpuNanos) / 1e6)
        : OptionalDouble.empty();
  }

  /** Switches since then of the threads that are alive; empty where the system does not tell. */
  public OptionalDouble switchesSince(ProcessUse before) {
    return switches.isEmpty() || before.switches.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            switches.entrySet().stream()
                .mapToLong(now -> since(before.switches.getOrDefault(now.getKey(), 0L), now))
                .sum());
  }

  /** A count that fell is another thread's, which got the number of one that had ended. */
  private static long since(long before, Map.Entry<String, Long> now) {
    return now.getValue() < before ? now.getValue() : now.getValue() - before;
  }
}
