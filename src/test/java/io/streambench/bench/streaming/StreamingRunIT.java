package io.streambench.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.EvidenceWait;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.Golden;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests reading a real SolrCloud of two nodes and four shards, in which two streams share each
 * session.
 */
class StreamingRunIT {
  private static final int DOCUMENTS = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path logs;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  private StreamingRun openRun(String... changes) {
    Map<String, String> parameters =
        Parameters.with(
            "nodeCount", "2",
            "numShards", "4",
            "docCount", Integer.toString(DOCUMENTS),
            "indexThreads", "2",
            "batchSize", "50",
            "docSizeBytes", "8192");
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return StreamingRun.open(
        new Job(
            "StreamingSearch.stream",
            "thrpt",
            1,
            parameters,
            Map.of("streambench.logs", logs.toString())),
        line -> lines.add(line.replace("\n#  ", ""))); // unwraps long lines
  }

  private Path findOnlyFolder() throws Exception {
    EvidenceWait.awaitZip(logs);
    try (Stream<Path> all = Files.list(logs)) {
      List<Path> folders = all.filter(Files::isDirectory).toList();
      assertThat(folders).hasSize(1);
      return folders.get(0);
    }
  }

  @Test
  void completesOverHttp1WithoutEvidence() throws Exception {
    try (StreamingRun run = openRun("useHttp1", "true")) {
      for (int operation = 0; operation < 3; operation++) {
        assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
      }
    }
    assertThat(lines)
        .anyMatch(line -> line.startsWith("# in effect, benchmark's client: HTTP/1.1"))
        .anyMatch(line -> line.contains("none shared a session"));
    assertThat(logs).isEmptyDirectory();
  }

  @Test
  void completesOverHttp2WithSafeWindows() throws Exception {
    try (StreamingRun run =
        openRun("initialStreamRecvWindow", "100000", "initialSessionRecvWindow", "400000")) {
      for (int operation = 0; operation < 5; operation++) {
        assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
      }
    }
    assertThat(lines)
        .anyMatch(
            line ->
                line.startsWith(
                        "# in effect, benchmark's client and clients in the nodes: HTTP/2, stream")
                    && line.contains(" 100,000 bytes, session window 400,000 bytes"))
        .anyMatch(line -> line.contains("streams: up to 2 shared a session, 2 sessions"));
  }

  @Test
  void stallsOverHttp2WithSmallSessionWindow() throws Exception {
    StreamingRun run =
        openRun(
            "initialStreamRecvWindow", "65535",
            "initialSessionRecvWindow", "65535",
            "outputBufferSize", "65536");
    EvidenceWait.awaitStall(run, logs);
    Path folder = findOnlyFolder();
    assertThat(folder.getFileName().toString())
        .matches("\\d{8}-\\d{6}-StreamingSearch\\.stream-STALLED");
    assertThat(folder)
        .isDirectoryContaining("glob:**/events.jfr")
        .isDirectoryContaining("glob:**/timeline.html")
        .isDirectoryContaining("glob:**/timeline.png");
    assertThat(Golden.diagnose(EventFiles.open(List.of(folder))).isStalled()).isTrue();
    assertThat(Files.readString(folder.resolve("README.md")))
        .startsWith("# STALLED: StreamingSearch.stream")
        .containsPattern(
            "the merge waits for stream \\d+: http://127.0.0.1:\\d+/solr/\\w+_shard\\d+_replica_n\\d+/")
        .doesNotContain("missing");
    assertThat(Files.readString(folder.resolve("threads.txt"))).contains("streambench-reader-");
    assertThat(Files.readString(folder.resolve("jetty-client.txt"))).contains("HTTP2Client@");
    assertThat(Files.readString(folder.resolve("jetty-server.txt"))).contains("ServerConnector@");
    assertVerdictIsComplete(JSON.readTree(folder.resolve("verdict.json").toFile()));
    assertThat(
            JSON.readTree(folder.resolve("settings.json").toFile())
                .at("/inEffect/nodeOutputs/0/bufferSize")
                .asInt())
        .isEqualTo(65_536);
    assertThat(readLog(folder))
        .isNotEmpty()
        .allMatch(line -> line.contains("[FlowControlStrategy] Session "))
        .anyMatch(line -> line.contains("Session stalled HTTP2ServerSession@"));
  }

  private static List<String> readLog(Path folder) throws Exception {
    try (InputStream log =
        new GZIPInputStream(Files.newInputStream(folder.resolve("flow-control.log.gz")))) {
      return new String(log.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Tag("slow")
  @Test
  void stallsIfNodeAllowsFewerStreamsThanMergeNeeds() throws Exception {
    StreamingRun run =
        openRun("nodeCount", "1", "connectionsPerDestination", "1", "maxConcurrentStreams", "2");
    assertThatThrownBy(() -> run.read(tuple -> {}))
        .isInstanceOf(StoppedException.class)
        .hasMessageStartingWith("STALLED: ")
        .hasMessageContaining("2 requests wait for a stream: all 2 streams that the servers allow");
    JsonNode verdict = JSON.readTree(findOnlyFolder().resolve("verdict.json").toFile());
    assertThat(verdict.get("cause").asText()).isEqualTo("STREAM_SLOTS");
  }

  private static void assertVerdictIsComplete(JsonNode verdict) {
    assertThat(verdict.get("verdict").asText()).isEqualTo("STALLED");
    assertThat(verdict.get("cause").asText()).isEqualTo("SESSION_WINDOW");
    JsonNode stalled =
        StreamSupport.stream(verdict.get("sessions").spliterator(), false)
            .filter(session -> session.get("stalled").asBoolean())
            .filter(session -> session.get("role").asText().equals("client"))
            .findFirst()
            .orElseThrow();
    assertThat(stalled.get("receiveWindow").asLong()).isZero();
    assertThat(stalled.get("unreadBytes").asLong() + stalled.get("unacknowledgedBytes").asLong())
        .isEqualTo(65_535);
    assertThat(stalled.get("stalledSince").asText()).isNotEmpty();
    List<JsonNode> starved =
        StreamSupport.stream(stalled.get("streams").spliterator(), false)
            .filter(stream -> stream.get("starved").asBoolean())
            .toList();
    assertThat(starved).hasSize(1);
    assertThat(starved.get(0).get("unreadBytes").asLong()).isZero();
  }

  @Test
  void failsIfDocumentIsMissing() throws Exception {
    StreamingRun run = openRun();
    assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(run.zkHost()), Optional.empty()).build()) {
      solr.deleteById("streambench", SyntheticDocuments.id(17));
      solr.commit("streambench");
    }
    assertThatThrownBy(() -> run.read(tuple -> {}))
        .isInstanceOf(StoppedException.class)
        .hasMessageStartingWith("FAILED: ")
        .hasMessageContaining("expected 200 tuples, got 199");
    assertThat(findOnlyFolder().getFileName().toString()).endsWith("-FAILED");
    assertThat(Files.readString(findOnlyFolder().resolve("README.md")))
        .contains("expected 200 tuples, got 199");
    assertThat(Files.readString(findOnlyFolder().resolve("failure.txt")))
        .contains("WrongAnswerException", "CollectionReader.read");
  }
}
