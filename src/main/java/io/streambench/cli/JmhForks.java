package io.streambench.cli;

import io.streambench.analysis.compare.Fork;
import java.util.List;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/** The forks of a result of JMH's, with the scores of their iterations. */
final class JmhForks {
  private JmhForks() {}

  /** One for each fork that has an iteration, in their order. */
  static List<Fork> of(RunResult result) {
    return result.getBenchmarkResults().stream()
        .map(JmhForks::iterations)
        .filter(iterations -> !iterations.isEmpty())
        .map(Fork::new)
        .toList();
  }

  private static List<Double> iterations(BenchmarkResult fork) {
    return fork.getIterationResults().stream()
        .map(IterationResult::getPrimaryResult)
        .map(primary -> primary.getScore())
        .toList();
  }
}
