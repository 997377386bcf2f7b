package io.streambench.bench.fork;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The job that JMH has given to a fork.
 *
 * @param benchmark class and method, without the package
 * @param mode JMH's short word for what is measured
 * @param threads that run operations at the same time
 * @param parameters a value for every parameter of the benchmark, by name
 * @param properties system properties of this JVM
 */
public record Job(
    String benchmark,
    String mode,
    int threads,
    Map<String, String> parameters,
    Map<String, String> properties) {

  /** The job of this JVM. */
  public static Job of(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    int method = name.lastIndexOf('.');
    return new Job(
        name.substring(name.lastIndexOf('.', method - 1) + 1),
        benchmark.getMode().shortLabel(),
        benchmark.getThreads(),
        JmhParameters.of(benchmark),
        JmhParameters.properties());
  }

  /** The folder that a property names, if it is there. */
  public Optional<Path> folder(String property) {
    return JmhParameters.folder(properties, property);
  }
}
