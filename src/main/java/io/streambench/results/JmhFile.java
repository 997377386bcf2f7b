package io.streambench.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.analysis.compare.Fork;
import io.streambench.config.SettingException;
import io.streambench.results.CellResult.Circumstances;
import io.streambench.results.CellResult.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * JMH's own JSON ({@code -rf json}): an array of results, of which {@code primaryMetric.rawData}
 * has the score of each iteration of each fork. In the mode {@code sample} it is a histogram
 * instead, whose mean is the iteration's score. JMH writes NaN and the infinities as strings, old
 * versions without quotes.
 */
public final class JmhFile {
  /**
   * The JVM arguments that name a run or its folders. They differ in each run, and make no
   * difference.
   */
  private static final List<String> OURS =
      List.of(
          "-Dstreambench.logs=",
          "-Dstreambench.clusters=",
          "-Dstreambench.outcomes=",
          "-Dstreambench.joint=");

  private static final Set<String> MODES = Set.of("thrpt", "avgt", "sample", "ss");

  private final Path file;
  private final List<CellResult> results = new ArrayList<>();

  private JmhFile(Path file) {
    this.file = file;
  }

  /**
   * The results of a file, in its order; at least one.
   *
   * @throws SettingException if the file cannot be read, is cut, or is not JMH's; names it
   */
  public static List<CellResult> read(Path file) {
    List<CellResult> results = parse(file, Wire.read(file));
    if (results.isEmpty()) {
      throw Wire.refused(file, "it has no results: JMH writes none for what failed");
    }
    return results;
  }

  /** Parses the results as {@link #read} does, but returns none for an empty array. */
  static List<CellResult> parse(Path file, JsonNode root) {
    JmhFile parsed = new JmhFile(file);
    if (!root.isArray()) {
      throw Wire.refused(file, "it is no array of results");
    }
    for (JsonNode result : root) {
      parsed.results.add(parsed.result(result));
    }
    return parsed.results;
  }

  private CellResult result(JsonNode result) {
    String mode = text(result, "mode");
    if (!MODES.contains(mode)) {
      throw wrong("mode", "is '" + mode + "', and must be thrpt, avgt, sample or ss");
    }
    JsonNode primary = object(result, "primaryMetric");
    int threads = result.path("threads").asInt(1);
    Cell cell =
        new Cell(
            text(result, "benchmark"),
            mode,
            Cell.withThreads(params(result.path("params")), threads));
    return new CellResult(
        cell,
        text(primary, "scoreUnit"),
        forks(primary),
        secondary(result.path("secondaryMetrics")),
        circumstances(result),
        Optional.empty());
  }

  private Map<String, String> params(JsonNode params) {
    Map<String, String> values = new LinkedHashMap<>();
    if (!params.isMissingNode() && !params.isObject()) {
      throw wrong("params", "are no object");
    }
    for (Map.Entry<String, JsonNode> param : params.properties()) {
      if (!param.getValue().isValueNode()) {
        throw wrong("params", "have a value that is an array or an object");
      }
      values.put(Wire.clean(param.getKey()), Wire.clean(param.getValue().asText()));
    }
    return values;
  }

  private List<Fork> forks(JsonNode primary) {
    boolean histogram = primary.has("rawDataHistogram");
    String name = histogram ? "rawDataHistogram" : "rawData";
    List<Fork> forks = new ArrayList<>();
    for (JsonNode fork : array(primary.path(name), name)) {
      List<Double> scores = new ArrayList<>();
      for (JsonNode iteration : array(fork, name)) {
        scores.add(histogram ? mean(iteration) : number(iteration, name));
      }
      if (!scores.isEmpty()) {
        forks.add(new Fork(scores));
      }
    }
    return forks;
  }

  /** The mean of values, each with how often it was seen. */
  private double mean(JsonNode histogram) {
    double sum = 0;
    double count = 0;
    for (JsonNode entry : array(histogram, "rawDataHistogram")) {
      if (!entry.isArray() || entry.size() != 2) {
        throw wrong("rawDataHistogram", "has an entry that is not a pair of value and count");
      }
      double times = number(entry.get(1), "rawDataHistogram");
      sum += number(entry.get(0), "rawDataHistogram") * times;
      count += times;
    }
    return sum / count;
  }

  private Map<String, Metric> secondary(JsonNode metrics) {
    Map<String, Metric> secondary = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : metrics.properties()) {
      List<List<Double>> forks = new ArrayList<>();
      for (JsonNode fork : array(metric.getValue().path("rawData"), "rawData")) {
        List<Double> values = new ArrayList<>();
        for (JsonNode value : array(fork, "rawData")) {
          values.add(number(value, "rawData"));
        }
        forks.add(values);
      }
      String unit = Wire.clean(metric.getValue().path("scoreUnit").asText());
      secondary.put(nameOf(metric.getKey()), new Metric(unit, forks));
    }
    return secondary;
  }

  /** The name of a metric without the middle dot that JMH before 1.36 put before it. */
  private static String nameOf(String metric) {
    String name = Wire.clean(metric);
    return name.startsWith("\u00b7") ? name.substring(1) : name;
  }

  /** Older versions of JMH tell less; what is not told is not compared. */
  private static Circumstances circumstances(JsonNode result) {
    Map<String, String> facts = new LinkedHashMap<>();
    fact(facts, "JDK", result, "jdkVersion");
    fact(facts, "VM", result, "vmName", "vmVersion");
    fact(facts, "threads", result, "threads");
    fact(facts, "warm-up", result, "warmupIterations", "warmupTime");
    fact(facts, "measurement", result, "measurementIterations", "measurementTime");
    List<String> jvmArgs = new ArrayList<>();
    result
        .path("jvmArgs")
        .forEach(
            argument -> {
              if (OURS.stream().noneMatch(argument.asText()::startsWith)) {
                jvmArgs.add(Wire.clean(argument.asText()));
              }
            });
    return new Circumstances(facts, jvmArgs, result.path("forks").asInt(1) > 0);
  }

  private static void fact(
      Map<String, String> facts, String name, JsonNode result, String one, String... more) {
    if (result.hasNonNull(one)) {
      StringBuilder value = new StringBuilder(result.path(one).asText());
      for (String other : more) {
        value.append(other.endsWith("Time") ? " x " : " ").append(result.path(other).asText());
      }
      facts.put(name, Wire.clean(value.toString()));
    }
  }

  private JsonNode object(JsonNode parent, String name) {
    JsonNode node = parent.path(name);
    if (!node.isObject()) {
      throw wrong(name, "is not there");
    }
    return node;
  }

  private String text(JsonNode parent, String name) {
    JsonNode node = parent.path(name);
    if (!node.isTextual()) {
      throw wrong(name, "is not there");
    }
    return Wire.clean(node.asText());
  }

  private JsonNode array(JsonNode node, String name) {
    if (!node.isArray()) {
      throw wrong(name, node.isMissingNode() ? "is not there" : "is no array");
    }
    return node;
  }

  private double number(JsonNode node, String name) {
    if (node.isNumber()) {
      return node.asDouble();
    }
    return switch (node.asText()) {
      case "NaN" -> Double.NaN;
      case "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      default -> throw wrong(name, "has a value that is not a number");
    };
  }

  private SettingException wrong(String name, String what) {
    return Wire.refused(file, "result " + (results.size() + 1) + ": " + name + " " + what);
  }
}
