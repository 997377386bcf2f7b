package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.program.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictVerbTest {
  private final Verb verb = new Verb();

  @TempDir Path folder;

  private JsonNode predict(String options, Object... files) throws Exception {
    return verb.json(0, Words.of("predict " + options, files));
  }

  @Test
  void predictsLikelyStallForStockClient() throws Exception {
    JsonNode answer = predict("--shards 12 --nodes 2 --replicas 2 --docs 10000 --doc-bytes 10274");
    assertThat(answer.path("zone").asText()).isEqualTo("LIKELY");
    assertThat(answer.path("streamsPerSession").asInt()).isEqualTo(12);
    assertThat(answer.path("usableWindow").asLong()).isEqualTo(8_388_608);
    assertThat(answer.path("advice")).isNotEmpty();
    JsonNode http1 = answer.path("advice").get(0);
    assertThat(http1.path("setting").asText()).isEqualTo("solr.http1");
    assertThat(http1.path("needsJar").asBoolean()).isFalse();
    JsonNode window = answer.path("advice").get(2);
    assertThat(window.path("setting").asText()).isEqualTo("initialStreamRecvWindow");
    assertThat(window.path("value").asLong()).isEqualTo(762_600);
    assertThat(window.path("memoryBytes").asLong()).isEqualTo(12 * 762_600);
    assertThat(window.path("needsJar").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "--shards 12 --nodes 2 --replicas 2 --stream-window 500000, SAFE",
    "--shards 12 --nodes 2 --replicas 2 --stream-window 8000000 --session-window 96000000, AT_RISK",
    "--shards 2 --nodes 1, AT_RISK",
    "--shards 2 --nodes 1 --response-bytes 8388607, SAFE",
    "--shards 4 --docs 4000 --doc-bytes 500, SAFE",
    "--shards 12 --docs 11 --doc-bytes 700000, SAFE", // all documents fit into the window
    "--shards 12 --docs 12 --doc-bytes 700000, AT_RISK",
    "--shards 4 --connections 4 --streams-per-connection 1, SAFE",
    "--shards 5 --connections 4 --streams-per-connection 1, LIKELY",
    "--streams-per-session 4 --response-bytes 1000000, SAFE",
    "--streams-per-session 4 --response-bytes 1000000 --concurrent-queries 4, AT_RISK",
  })
  void appliesEveryOption(String options, String expectedZone) throws Exception {
    assertThat(predict(options).path("zone").asText()).isEqualTo(expectedZone);
  }

  @Test
  void omitsShardLimitIfOnlyTotalIsSafe() throws Exception {
    JsonNode answer = predict("--shards 12 --docs 11 --doc-bytes 700000");
    assertThat(answer.path("notSafeFromResponseBytes").isNumber()).isFalse();
  }

  /** Hashing does not give each shard the same number of documents. */
  @ParameterizedTest
  @CsvSource({
    "--shards 2 --docs 200 --doc-bytes 41000, SAFE", // all documents fit into the window
    "--shards 2 --docs 200 --doc-bytes 70000, AT_RISK", // half of the documents would be safe
    "--shards 24 --nodes 6 --docs 24000 --doc-bytes 1000, SAFE",
    "--shards 24 --nodes 6 --docs 40000 --doc-bytes 1000, AT_RISK", // the mean is AT_RISK, too
    "--shards 24 --docs 15000 --doc-bytes 1000, AT_RISK", // all of them fill less than the window
    "--shards 24 --docs 48000 --doc-bytes 1000, LIKELY",
  })
  void allowsForUnevenShards(String options, String expectedZone) throws Exception {
    assertThat(predict(options).path("zone").asText()).isEqualTo(expectedZone);
    verb.run(Words.of("predict " + options));
    assertThat(verb.output().replaceAll("\\s+", " "))
        .contains("at most ", "in one (shards of hashed documents differ)");
    verb.run(Words.of("predict " + options + " --explain"));
    assertThat(verb.output().replaceAll("\\s+", " "))
        .contains("at most twice the mean", "--response-bytes");
  }

  /** Compares with the 64 connections that a program opens by default. */
  @Test
  void statesRequiredNumberOfConnections() {
    assertThat(verb.run("predict", "--shards", "64")).isZero();
    assertThat(verb.output()).contains("64 connections").doesNotContain("withMaxConnections");
    assertThat(verb.run("predict", "--shards", "65")).isZero();
    assertThat(verb.output().replaceAll("\\s+", " ")).contains("withMaxConnectionsPerHost(65)");
  }

  @Test
  void readsBufferRatioFromSettingsNextToFile() throws Exception {
    Path log = folder.resolve("flow-control.log.gz");
    Files.copy(
        Path.of("src/test/resources/io/streambench/eventlog/golden/jetty12-stall.log.gz"), log);
    JsonNode jettys = predict("--from %s", log);
    assertThat(verb.errorOutput())
        .contains("Assumed: Jetty's own strategy with a buffer ratio of 0.5");
    writeSettings("BufferingFlowControlStrategy ratio 0.9");
    JsonNode other = predict("--from %s", log);
    assertThat(other.path("usableWindow").asLong())
        .isLessThan(jettys.path("usableWindow").asLong() / 4);
    assertThat(predict("--buffer-ratio 0.5 --from %s", log).path("usableWindow"))
        .isEqualTo(jettys.path("usableWindow"));
    assertThat(predict("--from %s", folder).path("usableWindow"))
        .as("of a run's folder")
        .isEqualTo(other.path("usableWindow"));
    writeSettings("OnReceiptFlowControl");
    verb.run("predict", "--from", log.toString());
    assertThat(verb.output()).contains("In effect was OnReceiptFlowControl; the answer is for");
  }

  private void writeSettings(String flowControl) throws IOException {
    Files.writeString(
        folder.resolve("settings.json"),
        TextFormat.of(
            "{\"inEffect\": {\"benchmarkClient\": {\"protocol\": \"HTTP_2\","
                + " \"flowControl\": \"%s\", \"streamWindow\": 8388608, \"more\": 1}}}",
            flowControl));
  }
}
