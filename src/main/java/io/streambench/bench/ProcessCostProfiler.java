package io.streambench.bench;

import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.streaming.StreamingRun;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler that reports the CPU time and the voluntary context switches of client and nodes per
 * megabyte of document text. The numbers of context switches are lower bounds (see {@link
 * ProcessUsage}). The values of the nodes are reported only if the nodes run in a separate process
 * on this machine. Nothing is reported for an existing collection, because its size is unknown.
 */
public final class ProcessCostProfiler implements InternalProfiler {
  public static final String CLIENT_CPU = "clientCpu, ms/MB";

  public static final String NODES_CPU = "nodesCpu, ms/MB";

  public static final String CLIENT_SWITCHES = "clientSwitches, 1/MB";

  public static final String NODES_SWITCHES = "nodesSwitches, 1/MB";

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private ProcessUsage clientBefore;
  private Optional<ProcessUsage> nodesBefore = Optional.empty();

  @Override
  public String getDescription() {
    return "CPU time and voluntary context switches of client and nodes per MB of answer";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    clientBefore = ProcessUsage.of(ProcessHandle.current());
    nodesBefore = nodesProcess().map(ProcessUsage::of);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double megabytes = result.getMetadata().getAllOps() * documentMegabytes(benchmark);
    List<ScalarResult> results = new ArrayList<>();
    if (megabytes > 0) {
      ProcessUsage clientNow = ProcessUsage.of(ProcessHandle.current());
      addResult(results, CLIENT_CPU, clientNow.cpuMillisSince(clientBefore), megabytes);
      addResult(results, CLIENT_SWITCHES, clientNow.contextSwitchesSince(clientBefore), megabytes);
      Optional<ProcessUsage> nodesNow = nodesProcess().map(ProcessUsage::of);
      if (nodesBefore.isPresent() && nodesNow.isPresent()) {
        ProcessUsage before = nodesBefore.get();
        addResult(results, NODES_CPU, nodesNow.get().cpuMillisSince(before), megabytes);
        addResult(results, NODES_SWITCHES, nodesNow.get().contextSwitchesSince(before), megabytes);
      }
    }
    return results;
  }

  private static Optional<ProcessHandle> nodesProcess() {
    return BenchmarkRun.current(StreamingRun.class).flatMap(StreamingRun::nodesProcess);
  }

  /** Returns the megabytes of text in all documents; 0 for an existing collection. */
  private static double documentMegabytes(BenchmarkParams benchmark) {
    return "own".equals(benchmark.getParam("collection"))
        ? Double.parseDouble(benchmark.getParam("docCount"))
            * Double.parseDouble(benchmark.getParam("docSizeBytes"))
            / BYTES_PER_MEGABYTE
        : 0;
  }

  private static void addResult(
      List<ScalarResult> results, String name, OptionalDouble cost, double megabytes) {
    cost.ifPresent(value -> results.add(RunProfiler.averageResult(name, value / megabytes)));
  }

  /**
   * The CPU time and the voluntary context switches of a process since its start. Linux drops the
   * count of a thread that ends, so a difference of counts is a lower bound.
   *
   * @param cpuNanos CPU time, with a resolution of 10 ms on Linux
   * @param contextSwitches context switches by live thread; empty if the system does not report
   *     them
   */
  record ProcessUsage(long cpuNanos, Map<String, Long> contextSwitches) {
    private static final String SWITCHES_PREFIX = "voluntary_ctxt_switches:";

    static ProcessUsage of(ProcessHandle process) {
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

    /** Returns the CPU time in milliseconds since {@code earlier}; empty if unknown. */
    OptionalDouble cpuMillisSince(ProcessUsage earlier) {
      return cpuNanos > earlier.cpuNanos
          ? OptionalDouble.of((cpuNanos - earlier.cpuNanos) / 1e6)
          : OptionalDouble.empty();
    }

    /** Returns the context switches of live threads since {@code earlier}; empty if unknown. */
    OptionalDouble contextSwitchesSince(ProcessUsage earlier) {
      return contextSwitches.isEmpty() || earlier.contextSwitches.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              contextSwitches.entrySet().stream()
                  .mapToLong(
                      now ->
                          increaseSince(
                              earlier.contextSwitches.getOrDefault(now.getKey(), 0L), now))
                  .sum());
    }

    /**
     * Returns the increase of a thread's context switches. If the count has decreased, it belongs
     * to a new thread with the same ID.
     */
    private static long increaseSince(long before, Map.Entry<String, Long> now) {
      return now.getValue() < before ? now.getValue() : now.getValue() - before;
    }
  }
}
