package io.streambench.compare.cells;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates result files in JMH's format. */
public final class JmhJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<Map<String, Object>> results = new ArrayList<>();

  /** Adds a result of the streaming benchmark; each fork is an array of its iteration scores. */
  public JmhJson stream(Map<String, String> params, double[]... forks) {
    return result("io.streambench.bench.StreamingSearch.stream", "thrpt", "ops/s", params, forks);
  }

  public JmhJson result(
      String benchmark, String mode, String unit, Map<String, String> params, double[]... forks) {
    Map<String, Object> metric = new LinkedHashMap<>();
    metric.put("score", 1);
    metric.put("scoreUnit", unit);
    metric.put("rawData", Arrays.stream(forks).toList());
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("jmhVersion", "1.37");
    result.put("benchmark", benchmark);
    result.put("mode", mode);
    result.put("threads", 1);
    result.put("forks", forks.length);
    result.put("jvmArgs", List.of("-Xmx2g"));
    result.put("jdkVersion", "17.0.12");
    result.put("warmupIterations", 3);
    result.put("warmupTime", "5 s");
    result.put("params", params);
    result.put("primaryMetric", metric);
    result.put("secondaryMetrics", Map.of());
    results.add(result);
    return this;
  }

  /** Sets a key of the last result. */
  public JmhJson with(String key, Object value) {
    results.get(results.size() - 1).put(key, value);
    return this;
  }

  /** Returns forks of two iterations each with the given scores. */
  public static double[][] forks(double... scores) {
    return Arrays.stream(scores).mapToObj(s -> new double[] {s, s}).toArray(double[][]::new);
  }

  public Path writeTo(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.writeString(file, MAPPER.writeValueAsString(results));
  }
}
