package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.statistics.Fork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedResultsTest {
  @TempDir Path folder;

  private final Map<String, Path> clients = new LinkedHashMap<>();

  private MergedResultsTest addClient(String client, String... results) throws IOException {
    Path file = folder.resolve(client + ".json");
    Files.writeString(file, "[" + String.join(",", results) + "]");
    clients.put(client, file);
    return this;
  }

  private static String resultJson(String mode, String numShards, String score, String rawData) {
    return TextFormat.of(
        "{\"benchmark\": \"b.S.stream\", \"mode\": \"%s\", \"threads\": 1, \"forks\": 1,"
            + " \"params\": {\"numShards\": \"%s\"},"
            + " \"primaryMetric\": {\"score\": %s, \"scoreUnit\": \"u\", %s},"
            + " \"secondaryMetrics\": {}}",
        mode, numShards, score, rawData);
  }

  private MergedResults.MergedCell onlyCell() {
    List<MergedResults.MergedCell> cells = new MergedResults(clients).cells();
    assertThat(cells).hasSize(1);
    return cells.get(0);
  }

  private Path writeMerged() throws IOException {
    Path merged = folder.resolve("merged.json");
    new MergedResults(clients).writeTo(merged);
    return merged;
  }

  @Test
  void addsThroughputsPerIteration() throws IOException {
    addClient("a", resultJson("thrpt", "4", "15", "\"rawData\": [[10, 20], [30, 40]]"));
    addClient("b", resultJson("thrpt", "4", "2.5", "\"rawData\": [[1, 2], [3, 4]]"));
    assertThat(onlyCell().score()).isCloseTo(27.5, within(1e-12));
    assertThat(onlyCell().scoreByClient()).containsEntry("a", 15.0).containsEntry("b", 2.5);
    Path merged = writeMerged();
    assertThat(JmhFile.read(merged).get(0).forks())
        .containsExactly(new Fork(List.of(11.0, 22.0)), new Fork(List.of(33.0, 44.0)));
    assertThat(JmhFile.read(merged).get(0).cell().params()).containsEntry("threads", "2");
  }

  /** Averages 1,000 operations of 1 ms and 250 operations of 4 ms: 1,250 operations in 2 s. */
  @Test
  void weightsAverageTimesByOperations() throws IOException {
    addClient("a", resultJson("avgt", "4", "1", "\"rawData\": [[1]]"));
    addClient("b", resultJson("avgt", "4", "4", "\"rawData\": [[4]]"));
    assertThat(onlyCell().score()).isCloseTo(1.6, within(1e-12));
    assertThat(onlyCell().scoreError()).isNaN();
  }

  @Test
  void mergesSamplesBeforeComputingPercentiles() throws IOException {
    addClient("a", resultJson("sample", "4", "1", "\"rawDataHistogram\": [[[[1, 99]]]]"));
    addClient(
        "b", resultJson("sample", "4", "100", "\"rawDataHistogram\": [[[[1, 99], [100, 2]]]]"));
    assertThat(onlyCell().score()).isCloseTo((198 + 200) / 200.0, within(1e-12));
    JsonNode metric = JsonFiles.read(writeMerged()).get(0).path("primaryMetric");
    assertThat(metric.at("/rawDataHistogram/0/0")).hasToString("[[1.0,198],[100.0,2]]");
    assertThat(metric.at("/scorePercentiles/50.0").asDouble()).isEqualTo(1);
  }

  @Test
  void mergesCombinationsThatSomeClientsLack() throws IOException {
    addClient(
        "a",
        resultJson("thrpt", "1", "10", "\"rawData\": [[10]]"),
        resultJson("thrpt", "4", "20", "\"rawData\": [[20]]"));
    addClient("b", resultJson("thrpt", "1", "1", "\"rawData\": [[1]]"));
    addClient("c");
    List<MergedResults.MergedCell> cells = new MergedResults(clients).cells();
    assertThat(cells).extracting(MergedResults.MergedCell::score).containsExactly(11.0, 20.0);
    assertThat(cells.get(1).scoreByClient()).containsOnlyKeys("a");
  }

  /** Omits a client whose iterations did not coincide with those of the other clients. */
  @Test
  void omitsClientWithOtherIterationCount() throws IOException {
    addClient("a", resultJson("thrpt", "4", "10", "\"rawData\": [[10, 12, 500]]"));
    addClient("b", resultJson("thrpt", "4", "1", "\"rawData\": [[1, 3]]"));
    addClient("c", resultJson("thrpt", "4", "1", "\"rawData\": [[1, 3]]"));
    assertThat(onlyCell().score()).isCloseTo(4, within(1e-12));
    assertThat(onlyCell().omittedClients()).containsExactly("a");
    assertThat(onlyCell().scoreByClient()).containsOnlyKeys("b", "c");
  }
}
