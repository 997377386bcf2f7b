package io.streambench.compare.cells;

import static io.streambench.compare.cells.JmhResult.Conditions.MEASUREMENT_FACT;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.JmhResult.Conditions;
import io.streambench.compare.cells.JmhResult.Metric;
import io.streambench.compare.statistics.Fork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads JMH's JSON files ({@code -rf json}). A file is an array of results with the scores of all
 * iterations of all forks in {@code primaryMetric.rawData}. In mode {@code sample}, iterations have
 * a histogram, whose mean becomes their score. Older versions of JMH write fewer facts.
 */
public final class JmhFile {
  /**
   * Matches JVM arguments that name a run, its folders or the port of the IDE that started it, and
   * therefore differ between runs.
   */
  private static final Pattern RUN_ARGUMENT =
      Pattern.compile(
          "-Dstreambench\\.(logs|clusters|outcomes|joint)=.*|-javaagent:.*idea_rt\\.jar=.*");

  /** Matches {@code 5000 ms}, which is the same iteration time as {@code 5 s}. */
  private static final Pattern WHOLE_SECONDS = Pattern.compile("^(\\d+)000 ms$");

  private static final Set<String> MODES = Set.of("thrpt", "avgt", "sample", "ss");

  private static final int MAX_FORKS = 10_000;
  private static final String SCORE_FIELD = "primaryMetric";
  private static final String UNIT_FIELD = "scoreUnit";
  private static final String RAW_DATA_FIELD = "rawData";
  private static final String HISTOGRAM_FIELD = "rawDataHistogram";

  private static final ObjectReader READER =
      JsonFiles.MAPPER.reader().with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private JmhFile() {}

  /**
   * Returns the results in a file, in the order of the file. The list is not empty.
   *
   * @throws io.streambench.base.SettingException if the file cannot be read, is truncated, is not a
   *     JMH file, or has no results; the message names the file
   */
  public static List<JmhResult> read(Path file) {
    List<JmhResult> results = parse(file, JsonFiles.read(file));
    if (results.isEmpty()) {
      throw JsonFiles.unreadableException(
          file, "it has no results: JMH writes none for what failed");
    }
    return results;
  }

  /** Parses the results as {@link #read} does, but accepts an empty array. */
  public static List<JmhResult> parse(Path file, JsonNode root) {
    if (!root.isArray()) {
      throw JsonFiles.unreadableException(file, "it is no array of results");
    }
    Optional<TimeRange> time = TimeRange.ofRun(file);
    List<JmhResult> results = new ArrayList<>();
    for (JsonNode json : root) {
      String number = "result " + (results.size() + 1);
      missingField(json)
          .ifPresent(
              what -> {
                throw JsonFiles.unreadableException(file, number + " lacks its " + what);
              });
      try {
        results.add(toResult(json, parseMetric(json.path(SCORE_FIELD)).orElseThrow(), time));
      } catch (JsonProcessingException e) {
        throw JsonFiles.unreadableException(
            file, number + " has raw data that are not lists of numbers");
      }
    }
    return results;
  }

  /** Returns the first missing field that a comparison needs. */
  private static Optional<String> missingField(JsonNode json) {
    JsonNode score = json.path(SCORE_FIELD);
    if (!json.hasNonNull("benchmark")) {
      return Optional.of("benchmark");
    }
    if (!MODES.contains(json.path("mode").asText())) {
      return Optional.of("mode (thrpt, avgt, sample or ss)");
    }
    if (!score.hasNonNull(UNIT_FIELD)) {
      return Optional.of(SCORE_FIELD + "." + UNIT_FIELD);
    }
    return score.hasNonNull(RAW_DATA_FIELD) || score.hasNonNull(HISTOGRAM_FIELD)
        ? Optional.empty()
        : Optional.of(SCORE_FIELD + "." + RAW_DATA_FIELD + ", the scores of each fork");
  }

  private static JmhResult toResult(JsonNode json, Metric score, Optional<TimeRange> time)
      throws JsonProcessingException {
    Map<String, String> params = new LinkedHashMap<>();
    json.path("params")
        .properties()
        .forEach(
            parameter ->
                params.put(
                    JsonFiles.toPlainLine(parameter.getKey()),
                    JsonFiles.toPlainLine(valueText(parameter.getValue()))));
    Cell cell =
        new Cell(
            JsonFiles.toPlainLine(json.path("benchmark").asText()),
            json.path("mode").asText(),
            Cell.withThreads(params, json.path("threads").asInt(1)));
    Map<String, Metric> secondary = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> written : json.path("secondaryMetrics").properties()) {
      String name = cell.normalizeMetricName(JsonFiles.toPlainLine(written.getKey()));
      // some profilers, such as perfasm, write only text: their score is missing or NaN
      parseMetric(written.getValue())
          .filter(metric -> metric.forks().stream().flatMap(List::stream).anyMatch(d -> !d.isNaN()))
          .ifPresent(metric -> secondary.put(name, metric));
    }
    List<Fork> forks =
        score.forks().stream()
            .filter(iterations -> !iterations.isEmpty())
            .map(Fork::new)
            .collect(Collectors.toCollection(ArrayList::new));
    // If a fork fails, old versions of JMH write only the scores of the other forks.
    int expected = forks.isEmpty() ? 0 : Math.min(json.path("forks").asInt(), MAX_FORKS);
    int failed = Math.max(0, expected - forks.size());
    forks.addAll(Collections.nCopies(failed, new Fork(List.of(Double.NaN))));
    Optional<TimeRange> ofFork = time.filter(any -> forks.size() == 1);
    return new JmhResult(cell, score.unit(), forks, secondary, parseConditions(json), 0, ofFork);
  }

  /** Returns a parameter's value as text. JMH writes only strings, but other tools do not. */
  private static String valueText(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }

  /** Parses a metric; returns empty if it lacks a unit or scores. */
  private static Optional<Metric> parseMetric(JsonNode json) throws JsonProcessingException {
    boolean histogram = json.hasNonNull(HISTOGRAM_FIELD);
    if (!json.hasNonNull(UNIT_FIELD) || !histogram && !json.hasNonNull(RAW_DATA_FIELD)) {
      return Optional.empty();
    }
    List<List<Double>> forks =
        histogram
            ? nonNull(READER.treeToValue(json.get(HISTOGRAM_FIELD), double[][][][].class))
                .map(fork -> nonNull(fork).map(JmhFile::histogramMean).toList())
                .toList()
            : nonNull(READER.treeToValue(json.get(RAW_DATA_FIELD), double[][].class))
                .map(fork -> Arrays.stream(fork).boxed().toList())
                .toList();
    return Optional.of(new Metric(JsonFiles.toPlainLine(json.path(UNIT_FIELD).asText()), forks));
  }

  /** Returns the mean of a histogram whose entries are pairs of a value and its count. */
  private static double histogramMean(double[][] histogram) {
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

  private static Conditions parseConditions(JsonNode json) {
    Map<String, String> facts = new LinkedHashMap<>();
    addFact(facts, "JMH", "", json, "jmhVersion");
    addFact(facts, "JDK", "", json, "jdkVersion");
    addFact(facts, "VM", " ", json, "vmName", "vmVersion");
    addFact(facts, Conditions.THREADS_FACT, "", json, "threads");
    addFact(facts, "warm-up", " x ", json, "warmupIterations", "warmupTime");
    addFact(facts, MEASUREMENT_FACT, " x ", json, "measurementIterations", "measurementTime");
    addFact(facts, Conditions.BATCH_SIZE_FACT, "", json, "measurementBatchSize");
    List<String> jvmArgs = new ArrayList<>();
    for (JsonNode argument : json.path("jvmArgs")) {
      if (!RUN_ARGUMENT.matcher(argument.asText()).matches()) {
        jvmArgs.add(JsonFiles.toPlainLine(argument.asText()));
      }
    }
    return new Conditions(facts, jvmArgs, json.path("forks").asInt(1) > 0);
  }

  /** Adds a fact with the joined values of these keys, unless one of them is missing. */
  private static void addFact(
      Map<String, String> facts, String name, String separator, JsonNode json, String... keys) {
    if (Stream.of(keys).allMatch(json::hasNonNull)) {
      List<String> texts =
          Stream.of(keys)
              .map(key -> WHOLE_SECONDS.matcher(json.get(key).asText()).replaceFirst("$1 s"))
              .toList();
      facts.put(name, JsonFiles.toPlainLine(String.join(separator, texts)));
    }
  }
}
