package io.streambench.compare.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.cells.JmhResult;
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
 * The merged JMH results of several clients that ran the same benchmark at the same time. Each
 * merged iteration combines the iterations of all clients:
 *
 * <ul>
 *   <li>throughput ({@code thrpt}) is added up;
 *   <li>times per operation ({@code avgt}) are combined by their harmonic mean, because a faster
 *       client performs more operations;
 *   <li>samples ({@code sample}) are combined, and percentiles are calculated from all samples;
 *   <li>single operations ({@code ss}) are averaged.
 * </ul>
 *
 * <p>A client is left out of a combination of parameters if it has no result, or if its number of
 * forks or iterations differs from that of most clients.
 */
public final class MergedResults {
  private static final String PRIMARY_METRIC_FIELD = "primaryMetric";
  private static final String RAW_DATA_FIELD = "rawData";
  private static final String HISTOGRAM_FIELD = "rawDataHistogram";

  private static final double CONFIDENCE_LEVEL = 0.999;

  private static final double[] PERCENTILES = {
    0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100
  };

  private final List<MergedCell> cells = new ArrayList<>();
  private final ArrayNode json = JsonFiles.MAPPER.createArrayNode();

  /**
   * The merged result of one combination of parameters.
   *
   * @param scoreByClient the score of each merged client
   * @param omittedClients clients that were left out because of their number of forks or iterations
   * @param scoreError half-width of the 99.9 % interval, as in JMH; NaN for fewer than three values
   */
  public record MergedCell(
      Cell cell,
      String unit,
      double score,
      double scoreError,
      Map<String, Double> scoreByClient,
      List<String> omittedClients) {}

  /**
   * Merges the JMH files of all clients, given by client name.
   *
   * @throws io.streambench.base.SettingException if a file is not a JMH file; the message names it
   */
  public MergedResults(Map<String, Path> files) {
    Map<Cell, Map<String, JsonNode>> byCell = new LinkedHashMap<>();
    files.forEach(
        (client, file) -> {
          JsonNode root = JsonFiles.read(file);
          List<JmhResult> results = JmhFile.parse(file, root);
          for (int i = 0; i < results.size(); i++) {
            byCell
                .computeIfAbsent(results.get(i).cell(), cell -> new LinkedHashMap<>())
                .put(client, root.get(i));
          }
        });
    byCell.forEach(this::mergeCell);
  }

  public List<MergedCell> cells() {
    return List.copyOf(cells);
  }

  public void writeTo(Path file) throws IOException {
    JsonFiles.write(json, file);
  }

  private void mergeCell(Cell cell, Map<String, JsonNode> resultByClient) {
    boolean samples =
        resultByClient.values().iterator().next().path(PRIMARY_METRIC_FIELD).has(HISTOGRAM_FIELD);
    String rawField = samples ? HISTOGRAM_FIELD : RAW_DATA_FIELD;
    Map<String, JsonNode> results = selectUsualShape(resultByClient, rawField);
    ObjectNode merged = results.values().iterator().next().deepCopy();
    ObjectNode primary = (ObjectNode) merged.get(PRIMARY_METRIC_FIELD);
    MultisetStatistics values = new MultisetStatistics();
    for (int fork = 0; fork < primary.get(rawField).size(); fork++) {
      ArrayNode iterations = (ArrayNode) primary.get(rawField).get(fork);
      for (int iteration = 0; iteration < iterations.size(); iteration++) {
        List<JsonNode> inputs = new ArrayList<>();
        for (JsonNode result : results.values()) {
          inputs.add(result.path(PRIMARY_METRIC_FIELD).path(rawField).get(fork).get(iteration));
        }
        iterations.set(
            iteration,
            samples ? mergeHistograms(inputs, values) : mergeScores(cell.mode(), inputs, values));
      }
    }
    double score = values.getMean();
    double error = values.getMeanErrorAt(CONFIDENCE_LEVEL);
    primary.put("score", score);
    primary.set("scoreError", toJsonNumber(error));
    primary
        .putArray("scoreConfidence")
        .add(toJsonNumber(score - error))
        .add(toJsonNumber(score + error));
    ObjectNode percentiles = primary.putObject("scorePercentiles");
    for (double percent : PERCENTILES) {
      percentiles.put(Double.toString(percent), values.getPercentile(percent));
    }
    merged.put(
        "threads", results.values().stream().mapToInt(node -> node.path("threads").asInt(1)).sum());
    merged.putObject("secondaryMetrics"); // each client's metrics are in its own file
    json.add(merged);

    Map<String, Double> shares = new LinkedHashMap<>();
    results.forEach(
        (client, node) ->
            shares.put(client, node.path(PRIMARY_METRIC_FIELD).path("score").asDouble(Double.NaN)));
    List<String> omitted =
        resultByClient.keySet().stream().filter(client -> !results.containsKey(client)).toList();
    String unit = primary.path("scoreUnit").asText();
    cells.add(new MergedCell(cell, unit, score, error, shares, omitted));
  }

  /** Returns the results with the number of forks and iterations that most clients have. */
  private static Map<String, JsonNode> selectUsualShape(
      Map<String, JsonNode> resultByClient, String rawField) {
    Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    resultByClient.forEach(
        (client, result) -> {
          List<Integer> shape = new ArrayList<>();
          result.path(PRIMARY_METRIC_FIELD).path(rawField).forEach(fork -> shape.add(fork.size()));
          shapes.put(client, shape);
        });
    List<Integer> usual =
        Collections.max(
            shapes.values(),
            Comparator.comparingInt(shape -> Collections.frequency(shapes.values(), shape)));
    Map<String, JsonNode> results = new LinkedHashMap<>(resultByClient);
    results.keySet().removeIf(client -> !shapes.get(client).equals(usual));
    return results;
  }

  private static JsonNode mergeScores(
      String mode, List<JsonNode> iterations, MultisetStatistics values) {
    double[] scores = iterations.stream().mapToDouble(JsonNode::asDouble).toArray();
    double score =
        switch (mode) {
          case "thrpt" -> Arrays.stream(scores).sum();
          case "avgt" -> scores.length / Arrays.stream(scores).map(time -> 1 / time).sum();
          default -> Arrays.stream(scores).average().getAsDouble();
        };
    values.addValue(score, 1);
    return DoubleNode.valueOf(score);
  }

  private static JsonNode mergeHistograms(List<JsonNode> histograms, MultisetStatistics values) {
    Map<Double, Long> counts = new TreeMap<>();
    for (JsonNode histogram : histograms) {
      histogram.forEach(
          entry -> counts.merge(entry.get(0).asDouble(), entry.get(1).asLong(), Long::sum));
    }
    ArrayNode entries = JsonFiles.MAPPER.createArrayNode();
    counts.forEach(
        (value, times) -> {
          entries.addArray().add(value).add(times);
          values.addValue(value, times);
        });
    return entries;
  }

  /** Returns a JSON number, or a text for NaN and infinity, as in JMH. */
  private static JsonNode toJsonNumber(double value) {
    return Double.isFinite(value)
        ? DoubleNode.valueOf(value)
        : TextNode.valueOf(Double.toString(value));
  }
}
