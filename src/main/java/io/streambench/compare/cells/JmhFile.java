package io.streambench.compare.cells;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.JmhResult.Circumstances;
import io.streambench.compare.cells.JmhResult.Metric;
import io.streambench.compare.statistics.Fork;
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
 * JMH's own JSON ({@code -rf json}): an array of results, each with the score of every iteration of
 * every fork in {@code primaryMetric.rawData}. In mode {@code sample} each iteration has a
 * histogram instead, whose mean is its score. Older versions of JMH write fewer facts.
 */
public final class JmhFile {
  /** JVM arguments that name a run or its folders, which differ in each run. */
  private static final List<String> RUN_ARGUMENTS =
      List.of(
          "-Dstreambench.logs=",
          "-Dstreambench.clusters=",
          "-Dstreambench.outcomes=",
          "-Dstreambench.joint=");

  private static final Set<String> MODES = Set.of("thrpt", "avgt", "sample", "ss");

  private static final ObjectReader READER =
      JsonFiles.MAPPER.reader().with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private JmhFile() {}

  /**
   * Returns the results of a file, at least one, in their order.
   *
   * @throws io.streambench.base.SettingException if the file cannot be read, is truncated, or is
   *     not a JMH file; names it
   */
  public static List<JmhResult> read(Path file) {
    List<JmhResult> results = parse(file, JsonFiles.read(file));
    if (results.isEmpty()) {
      throw JsonFiles.notReadable(file, "it has no results: JMH writes none for what failed");
    }
    return results;
  }

  /** Parses the results as {@link #read} does, but returns none for an empty array. */
  public static List<JmhResult> parse(Path file, JsonNode root) {
    if (!root.isArray()) {
      throw JsonFiles.notReadable(file, "it is no array of results");
    }
    List<JmhResult> results = new ArrayList<>();
    try {
      for (JsonNode json : root) {
        Optional<Metric> score = metric(json.path("primaryMetric"));
        boolean named = json.hasNonNull("benchmark") && MODES.contains(json.path("mode").asText());
        if (!named || score.isEmpty()) {
          throw JsonFiles.notReadable(
              file,
              "result "
                  + (results.size() + 1)
                  + " lacks its benchmark, its mode (thrpt, avgt, sample, ss), its unit or scores");
        }
        results.add(toResult(json, score.get()));
      }
    } catch (JsonProcessingException e) {
      throw JsonFiles.notReadable(file, JsonFiles.explain(e));
    }
    return results;
  }

  private static JmhResult toResult(JsonNode json, Metric score) throws JsonProcessingException {
    Map<String, String> params = new LinkedHashMap<>();
    json.path("params")
        .properties()
        .forEach(
            one ->
                params.put(
                    JsonFiles.toPlainLine(one.getKey()),
                    JsonFiles.toPlainLine(one.getValue().asText())));
    Map<String, Metric> secondary = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> one : json.path("secondaryMetrics").properties()) {
      // JMH before 1.36 put a middle dot before the name
      String name = JsonFiles.toPlainLine(one.getKey()).replaceFirst("^\u00b7", "");
      metric(one.getValue()).ifPresent(metric -> secondary.put(name, metric));
    }
    return new JmhResult(
        new Cell(
            JsonFiles.toPlainLine(json.path("benchmark").asText()),
            json.path("mode").asText(),
            Cell.withThreads(params, json.path("threads").asInt(1))),
        score.unit(),
        score.forks().stream().filter(one -> !one.isEmpty()).map(Fork::new).toList(),
        secondary,
        circumstances(json),
        0,
        Optional.empty());
  }

  /** Parses a metric; empty unless it has a unit and scores. */
  private static Optional<Metric> metric(JsonNode json) throws JsonProcessingException {
    boolean histogram = json.hasNonNull("rawDataHistogram");
    if (!json.hasNonNull("scoreUnit") || !histogram && !json.hasNonNull("rawData")) {
      return Optional.empty();
    }
    List<List<Double>> forks =
        histogram
            ? nonNull(READER.treeToValue(json.get("rawDataHistogram"), double[][][][].class))
                .map(fork -> nonNull(fork).map(JmhFile::mean).toList())
                .toList()
            : nonNull(READER.treeToValue(json.get("rawData"), double[][].class))
                .map(fork -> Arrays.stream(fork).boxed().toList())
                .toList();
    return Optional.of(new Metric(JsonFiles.toPlainLine(json.path("scoreUnit").asText()), forks));
  }

  /** The mean of a histogram, whose entries are a value and its count. */
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

  private static <T> Stream<T> nonNull(T[] values) {
    return Arrays.stream(values).filter(Objects::nonNull);
  }

  private static Circumstances circumstances(JsonNode json) {
    Map<String, String> facts = new LinkedHashMap<>();
    addFact(facts, "JDK", "", json, "jdkVersion");
    addFact(facts, "VM", " ", json, "vmName", "vmVersion");
    addFact(facts, Circumstances.THREADS, "", json, "threads");
    addFact(facts, "warm-up", " x ", json, "warmupIterations", "warmupTime");
    addFact(
        facts, Circumstances.MEASUREMENT, " x ", json, "measurementIterations", "measurementTime");
    addFact(facts, Circumstances.BATCH, "", json, "measurementBatchSize");
    List<String> jvmArgs = new ArrayList<>();
    for (JsonNode argument : json.path("jvmArgs")) {
      if (RUN_ARGUMENTS.stream().noneMatch(argument.asText()::startsWith)) {
        jvmArgs.add(JsonFiles.toPlainLine(argument.asText()));
      }
    }
    return new Circumstances(facts, jvmArgs, json.path("forks").asInt(1) > 0);
  }

  /** Adds a fact unless it is unknown, as unknown facts are not compared. */
  private static void addFact(
      Map<String, String> facts, String name, String between, JsonNode json, String... keys) {
    if (Stream.of(keys).allMatch(json::hasNonNull)) {
      List<String> texts = Stream.of(keys).map(key -> json.get(key).asText()).toList();
      facts.put(name, JsonFiles.toPlainLine(String.join(between, texts)));
    }
  }
}
