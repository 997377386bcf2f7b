package io.streambench.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.streambench.results.Cell;
import io.streambench.results.CellResult;
import io.streambench.results.JmhFile;
import io.streambench.results.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * JMH's results of several clients that measured the same at the same time, as one result. An
 * iteration of the whole is what all clients did in it:
 *
 * <ul>
 *   <li>operations per second ({@code thrpt}) add up;
 *   <li>times per operation ({@code avgt}) weigh as much as the operations that they are of, of
 *       which a client has the more the less time each takes: their harmonic mean;
 *   <li>samples ({@code sample}) are put together one by one, and percentiles taken of all;
 *   <li>single operations ({@code ss}) have their mean.
 * </ul>
 *
 * <p>A combination that some clients have no result of is that of the others. So it is where a
 * client has other forks or iterations than most of it: what was not at the same time does not add
 * up.
 */
final class MergedResults {
  private static final String PRIMARY = "primaryMetric";
  private static final String RAW = "rawData";
  private static final String HISTOGRAM = "rawDataHistogram";

  private static final double CONFIDENCE = 0.999;

  private static final double[] PERCENTS = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

  private final List<Merged> cells = new ArrayList<>();
  private final ArrayNode json = Wire.MAPPER.createArrayNode();

  /**
   * One combination.
   *
   * @param shares the score of each client that is part of it
   * @param leftOut clients whose forks or iterations are other ones
   * @param scoreError half of the interval of 99.9 %, as JMH's; NaN for fewer than three values
   */
  record Merged(
      Cell cell,
      String unit,
      double score,
      double scoreError,
      Map<String, Double> shares,
      List<String> leftOut) {}

  /**
   * Merges JMH's result of each client, by the client's name.
   *
   * @throws io.streambench.config.SettingException if one is not JMH's; names it
   */
  MergedResults(Map<String, Path> files) {
    Map<Cell, Map<String, JsonNode>> byCell = new LinkedHashMap<>();
    files.forEach(
        (client, file) -> {
          JsonNode root = Wire.read(file);
          List<CellResult> results = JmhFile.parse(file, root);
          for (int i = 0; i < results.size(); i++) {
            byCell
                .computeIfAbsent(results.get(i).cell(), cell -> new LinkedHashMap<>())
                .put(client, root.get(i));
          }
        });
    byCell.forEach(this::add);
  }

  List<Merged> cells() {
    return List.copyOf(cells);
  }

  void writeTo(Path file) throws IOException {
    Wire.write(json, file);
  }

  private void add(Cell cell, Map<String, JsonNode> all) {
    boolean samples = all.values().iterator().next().path(PRIMARY).has(HISTOGRAM);
    String raw = samples ? HISTOGRAM : RAW;
    Map<String, JsonNode> results = ofOneShape(all, raw);
    JsonNode first = results.values().iterator().next();
    List<JsonNode> data =
        results.values().stream().map(result -> result.path(PRIMARY).path(raw)).toList();
    ObjectNode primary = Wire.MAPPER.createObjectNode();
    MultisetStatistics values = new MultisetStatistics();
    ArrayNode forks = primary.putArray(raw);
    for (int fork = 0; fork < data.get(0).size(); fork++) {
      ArrayNode iterations = forks.addArray();
      for (int iteration = 0; iteration < data.get(0).get(fork).size(); iteration++) {
        int in = fork;
        int at = iteration;
        List<JsonNode> same = data.stream().map(one -> one.get(in).get(at)).toList();
        if (samples) {
          iterations.add(together(same, values));
        } else {
          double score =
              together(cell.mode(), same.stream().mapToDouble(JsonNode::asDouble).toArray());
          iterations.add(score);
          values.addValue(score, 1);
        }
      }
    }
    double score = values.getMean();
    double error = values.getMeanErrorAt(CONFIDENCE);
    primary.put("score", score);
    primary.set("scoreError", number(error));
    primary.putArray("scoreConfidence").add(number(score - error)).add(number(score + error));
    ObjectNode percentiles = primary.putObject("scorePercentiles");
    for (double percent : PERCENTS) {
      percentiles.put(Double.toString(percent), values.getPercentile(percent));
    }
    primary.set("scoreUnit", first.path(PRIMARY).path("scoreUnit"));

    ObjectNode merged = first.deepCopy();
    merged.put(
        "threads", results.values().stream().mapToInt(one -> one.path("threads").asInt(1)).sum());
    merged.set(PRIMARY, primary);
    merged.putObject("secondaryMetrics"); // those of each client are in its own file
    json.add(merged);

    Map<String, Double> shares = new LinkedHashMap<>();
    results.forEach(
        (client, one) -> shares.put(client, one.path(PRIMARY).path("score").asDouble(Double.NaN)));
    List<String> leftOut =
        all.keySet().stream().filter(client -> !results.containsKey(client)).toList();
    String unit = first.path(PRIMARY).path("scoreUnit").asText();
    cells.add(new Merged(cell, unit, score, error, shares, leftOut));
  }

  /** The results with as many iterations in their forks as most clients have. */
  private static Map<String, JsonNode> ofOneShape(Map<String, JsonNode> all, String raw) {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    all.forEach(
        (client, result) -> {
          List<Integer> shape = new ArrayList<>();
          result.path(PRIMARY).path(raw).forEach(fork -> shape.add(fork.size()));
          shapes.put(client, shape);
        });
    List<Integer> usual =
        Collections.max(
            shapes.values(),
            Comparator.comparingInt(shape -> Collections.frequency(shapes.values(), shape)));
    Map<String, JsonNode> results = new LinkedHashMap<>(all);
    results.keySet().removeIf(client -> !shapes.get(client).equals(usual));
    return results;
  }

  private static double together(String mode, double[] scores) {
    return switch (mode) {
      case "thrpt" -> Arrays.stream(scores).sum();
      case "avgt" -> scores.length / Arrays.stream(scores).map(score -> 1 / score).sum();
      default -> Arrays.stream(scores).average().getAsDouble();
    };
  }

  private static ArrayNode together(List<JsonNode> histograms, MultisetStatistics values) {
    Map<Double, Long> counts = new TreeMap<>();
    for (JsonNode histogram : histograms) {
      histogram.forEach(
          entry -> counts.merge(entry.get(0).asDouble(), entry.get(1).asLong(), Long::sum));
    }
    ArrayNode entries = Wire.MAPPER.createArrayNode();
    counts.forEach(
        (value, times) -> {
          entries.addArray().add(value).add(times);
          values.addValue(value, times);
        });
    return entries;
  }

  /** JMH writes what is no number as text. */
  private static JsonNode number(double value) {
    return Double.isFinite(value)
        ? DoubleNode.valueOf(value)
        : TextNode.valueOf(Double.toString(value));
  }
}
