package io.streambench.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.streambench.analysis.compare.Fork;
import io.streambench.results.CellResult.Circumstances;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * JMH's own JSON ({@code -rf json}): an array of results, of which {@code primaryMetric.rawData}
 * has the score of each iteration of each fork. In the mode {@code sample} it is a histogram
 * instead, whose mean is the iteration's score. Older versions of JMH write fewer facts.
 */
public final class JmhFile {
  /** The JVM arguments that name a run or its folders: they differ in each run. */
  private static final List<String> OURS =
      List.of(
          "-Dstreambench.logs=",
          "-Dstreambench.clusters=",
          "-Dstreambench.outcomes=",
          "-Dstreambench.joint=");

  private static final Set<String> MODES = Set.of("thrpt", "avgt", "sample", "ss");

  private static final ObjectReader READER =
      Wire.MAPPER.reader().with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private JmhFile() {}

  private record Metric(String scoreUnit, double[][] rawData, double[][][][] rawDataHistogram) {
    boolean whole() {
      return scoreUnit != null && (rawData != null || rawDataHistogram != null);
    }

    List<List<Double>> scores() {
      return rawDataHistogram == null
          ? present(rawData).map(fork -> Arrays.stream(fork).boxed().toList()).toList()
          : present(rawDataHistogram)
              .map(fork -> present(fork).map(Metric::mean).toList())
              .toList();
    }

    /** The mean of values, each with how often it was seen. */
    private static double mean(double[][] histogram) {
      double sum = 0;
      double count = 0;
      for (double[] entry : histogram) {
        double times = entry != null && entry.length == 2 ? entry[1] : Double.NaN;
        sum += times > 0 ? entry[0] * times : Double.NaN;
        count += times;
      }
      return sum / count;
    }

    private static <T> Stream<T> present(T[] values) {
      return values == null ? Stream.of() : Arrays.stream(values).filter(Objects::nonNull);
    }
  }

  private record Result(
      String benchmark,
      String mode,
      Integer threads,
      Integer forks,
      List<String> jvmArgs,
      String jdkVersion,
      String vmName,
      String vmVersion,
      String warmupIterations,
      String warmupTime,
      String measurementIterations,
      String measurementTime,
      Map<String, String> params,
      Metric primaryMetric,
      Map<String, Metric> secondaryMetrics) {
    @SuppressWarnings("UnusedMethod") // Jackson makes it
    Result {
      jvmArgs = jvmArgs == null ? List.of() : jvmArgs;
      params = params == null ? Map.of() : params;
      secondaryMetrics = secondaryMetrics == null ? Map.of() : secondaryMetrics;
    }

    boolean whole() {
      return benchmark != null
          && mode != null
          && MODES.contains(mode)
          && primaryMetric != null
          && primaryMetric.whole();
    }

    CellResult toCellResult() {
      Map<String, String> values = new LinkedHashMap<>();
      params.forEach((name, value) -> values.put(Wire.clean(name), Wire.clean("" + value)));
      Map<String, CellResult.Metric> secondary = new LinkedHashMap<>();
      secondaryMetrics.forEach(
          (name, metric) -> {
            if (metric != null && metric.whole()) {
              String unit = Wire.clean(metric.scoreUnit);
              secondary.put(nameOf(name), new CellResult.Metric(unit, metric.scores()));
            }
          });
      int loaders = threads == null ? 1 : threads;
      return new CellResult(
          new Cell(Wire.clean(benchmark), mode, Cell.withThreads(values, loaders)),
          Wire.clean(primaryMetric.scoreUnit),
          primaryMetric.scores().stream().filter(one -> !one.isEmpty()).map(Fork::new).toList(),
          secondary,
          circumstances(),
          Optional.empty());
    }

    /** The name of a metric without the middle dot that JMH before 1.36 put before it. */
    private static String nameOf(String metric) {
      return Wire.clean(metric).replaceFirst("^\u00b7", "");
    }

    private Circumstances circumstances() {
      Map<String, String> facts = new LinkedHashMap<>();
      fact(facts, "JDK", "", jdkVersion);
      fact(facts, "VM", " ", vmName, vmVersion);
      fact(facts, "threads", "", threads);
      fact(facts, "warm-up", " x ", warmupIterations, warmupTime);
      fact(facts, "measurement", " x ", measurementIterations, measurementTime);
      return new Circumstances(
          facts,
          jvmArgs.stream()
              .filter(Objects::nonNull)
              .filter(argument -> OURS.stream().noneMatch(argument::startsWith))
              .map(Wire::clean)
              .toList(),
          forks == null || forks > 0);
    }

    /** What is not known is not compared. */
    private static void fact(
        Map<String, String> facts, String name, String between, Object... parts) {
      if (Stream.of(parts).allMatch(Objects::nonNull)) {
        List<String> texts = Stream.of(parts).map(String::valueOf).toList();
        facts.put(name, Wire.clean(String.join(between, texts)));
      }
    }
  }

  /**
   * The results of a file, in its order; at least one.
   *
   * @throws io.streambench.config.SettingException if the file cannot be read, is cut, or is not
   *     JMH's; names it
   */
  public static List<CellResult> read(Path file) {
    List<CellResult> results = parse(file, Wire.read(file));
    if (results.isEmpty()) {
      throw Wire.refused(file, "it has no results: JMH writes none for what failed");
    }
    return results;
  }

  /** Parses the results as {@link #read} does, but returns none for an empty array. */
  public static List<CellResult> parse(Path file, JsonNode root) {
    if (!root.isArray()) {
      throw Wire.refused(file, "it is no array of results");
    }
    List<CellResult> results = new ArrayList<>();
    try {
      for (Result result : READER.treeToValue(root, Result[].class)) {
        if (result == null || !result.whole()) {
          throw Wire.refused(
              file,
              "result "
                  + (results.size() + 1)
                  + " lacks its benchmark, its mode (thrpt, avgt, sample, ss), its unit or scores");
        }
        results.add(result.toCellResult());
      }
    } catch (JsonProcessingException e) {
      throw Wire.refused(file, Wire.why(e));
    }
    return results;
  }
}
