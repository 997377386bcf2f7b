package io.streambench.bench.fork;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** The values that JMH and the JVM tell a fork. */
public final class JmhParameters {
  private JmhParameters() {}

  /** A value for every parameter of the benchmark, by name, in JMH's order. */
  public static Map<String, String> of(BenchmarkParams benchmark) {
    Map<String, String> parameters = new LinkedHashMap<>();
    benchmark.getParamsKeys().forEach(key -> parameters.put(key, benchmark.getParam(key)));
    return parameters;
  }

  /** A name of a combination of parameters that is the same on all machines. */
  public static String combination(BenchmarkParams benchmark) {
    String all =
        String.join(
            "\n",
            benchmark.getBenchmark(),
            benchmark.getMode().shortLabel(),
            new TreeMap<>(of(benchmark)).toString());
    return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Converts a duration of JMH to seconds. */
  public static double seconds(TimeValue time) {
    return time.convertTo(TimeUnit.NANOSECONDS) / 1e9;
  }

  /** The system properties of this JVM, by name. */
  public static Map<String, String> properties() {
    return System.getProperties().stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, System::getProperty));
  }
}
