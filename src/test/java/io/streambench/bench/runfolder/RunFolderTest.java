package io.streambench.bench.runfolder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.ContractsTest;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.watchdog.StoppedOperation;
import io.streambench.flow.recording.CaptureMode;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
import io.streambench.flow.replay.Sessions;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.rule.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir Path logs;
  private RunInfo run;

  @BeforeEach
  void createRunInfo() {
    run =
        new RunInfo(
            "StreamingSearch.stream",
            "./jmh.sh -p numShards=12 StreamingSearch",
            Instant.parse("2026-11-21T10:15:30Z"),
            Map.of("numShards", "12"),
            "Solr 9.10.1",
            CaptureMode.STALLS,
            RunSettings.of(Map.of(RunSettings.LOGS_PROPERTY, logs.toString())));
  }

  private Path writeRunFolder(EvidenceSources sources, StoppedOperation stoppedOperation)
      throws IOException {
    RunFolder folder = RunFolder.create(run, sources, stoppedOperation.verdict().outcome());
    folder.writeStopped(stoppedOperation);
    return folder.path();
  }

  private static JsonNode readJson(Path path, String name) throws IOException {
    return new ObjectMapper().readTree(path.resolve(name).toFile());
  }

  private static EvidenceSources evidenceSources() {
    return new EvidenceSources(
        () -> "client dump",
        () -> "node one\nnode two",
        List::of,
        Optional::empty,
        () -> Map.of("benchmarkClient", "HTTP/2"),
        () -> new SessionSharing(2, 7),
        (outcome, cause) ->
            Optional.of(
                new PredictionVerdict(
                    "LIKELY",
                    "LIKELY: 12 streams",
                    Optional.of(outcome == Outcome.STALLED),
                    "and it held")),
        Optional.empty(),
        Optional.empty());
  }

  private static StoppedOperation stoppedOperation(
      Optional<Throwable> cause, SessionState... sessions) {
    String reason = "session 1a2b3c4d has no receive window left";
    Verdict verdict =
        cause.isPresent()
            ? Verdict.failed(reason, List.of(sessions))
            : new Verdict(
                Source.WINDOWS,
                Finding.STALLED,
                Optional.empty(),
                List.of(Reason.Kind.TEXT.of(reason)),
                Stream.of(sessions).findFirst(),
                List.of(),
                List.of(sessions));
    return new StoppedOperation(verdict, 3, 5172, 1.04, cause);
  }

  @Test
  void nameContainsTimeBenchmarkAndOutcome() throws IOException {
    assertThat(
            RunFolder.create(run, evidenceSources(), Outcome.STALLED)
                .path()
                .getFileName()
                .toString())
        .matches("20261121-\\d{6}-StreamingSearch\\.stream-STALLED");
    assertThat(
            RunFolder.create(run, evidenceSources(), Outcome.STALLED)
                .path()
                .getFileName()
                .toString())
        .matches("20261121-\\d{6}-StreamingSearch\\.stream\\.2-STALLED");
  }

  @Test
  void readmeSummarizesRunInAboutTenLines() throws IOException {
    assertThat(
            Files.readString(
                writeRunFolder(evidenceSources(), stoppedOperation(Optional.empty()))
                    .resolve("README.md")))
        .startsWith("# STALLED: StreamingSearch.stream\n")
        .contains("5,172 tuples", "up to 7 shared", "- prediction: LIKELY, and it held\n")
        .contains("      ./jmh.sh -p numShards=12 StreamingSearch\n")
        .satisfies(text -> assertThat(text.lines().count()).isBetween(8L, 13L));
  }

  @Test
  void verdictMarksStarvedStreamOfStalledSessionOnly() throws IOException {
    StreamState unread = new StreamState(3, 100, 9_000_000, 50, false, false, Waiting.UNKNOWN);
    StreamState starvedStream = new StreamState(5, 100, 0, 70, false, false, Waiting.UNKNOWN);
    Path path =
        writeRunFolder(
            evidenceSources(),
            stoppedOperation(
                Optional.empty(),
                Sessions.session("1a2b3c4d", 0, unread, starvedStream),
                Sessions.session("exhausted", 0, unread),
                Sessions.session("open", 10, starvedStream)));
    JsonNode verdict = readJson(path, "verdict.json");
    assertThat(verdict.get("verdict").asText()).isEqualTo("STALLED");
    JsonNode sessions = verdict.get("sessions");
    assertThat(sessions.findValuesAsText("stalled")).containsExactly("true", "false", "false");
    assertThat(sessions.findValuesAsText("starved"))
        .containsExactly("false", "true", "false", "false");
    assertThat(sessions.get(0).get("stalledSince").isNull()).isFalse();
    assertThat(sessions.get(1).get("stalledSince").isNull()).isTrue();
    assertThat(sessions.get(1).get("exhaustedSince").isNull()).isFalse();
    assertThat(sessions.get(0).get("role").asText()).isEqualTo("client");
    assertThat(verdict.at("/prediction/zone").asText()).isEqualTo("LIKELY");
    assertThat(verdict.at("/prediction/held").asBoolean()).isTrue();
  }

  @Test
  void namesMissingEvidenceAndKeepsTheRest() throws IOException {
    EvidenceSources broken =
        new EvidenceSources(
            () -> {
              throw new IllegalStateException("client is gone");
            },
            () -> "node one",
            List::of,
            () -> Optional.of("the nodes' ends: the cluster is not ours"),
            Map::of,
            () -> new SessionSharing(0, 0),
            (outcome, cause) -> Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Path path = writeRunFolder(broken, stoppedOperation(Optional.empty()));
    assertThat(path)
        .isDirectoryNotContaining("glob:**/jetty-client.txt")
        .isDirectoryContaining("glob:**/jetty-server.txt")
        .isDirectoryContaining("glob:**/verdict.json");
    assertThat(Files.readString(path.resolve("README.md")))
        .contains("- missing: jetty-client.txt (java.lang.IllegalStateException: client is gone)");
    assertThat(Files.readString(path.resolve("verdict.json")))
        .contains("\"notObserved\" : \"the nodes' ends: the cluster is not ours\"");
  }

  /** Checks the files of every run folder. Recordings, logs and pictures are optional. */
  @Test
  void filesAndKeysFollowContract() throws IOException {
    StreamState starvedStream = new StreamState(5, 100, 0, 70, false, false, Waiting.UNKNOWN);
    Path path =
        writeRunFolder(
            evidenceSources(),
            stoppedOperation(
                Optional.of(new IOException("reset")),
                Sessions.session("1a2b3c4d", 0, starvedStream)));
    assertThat(readJson(path, "verdict.json").get("verdict").asText()).isEqualTo("NO_STALL");
    assertThat(Files.readString(path.resolve("failure.txt")))
        .contains("java.io.IOException: reset");
    try (Stream<Path> files = Files.list(path)) {
      ContractsTest.assertMatchesContract(
          "run-folder", files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    ContractsTest.assertMatchesContract(
        "verdict", ContractsTest.keys(Files.readString(path.resolve("verdict.json"))));
    ContractsTest.assertMatchesContract(
        "settings", ContractsTest.keys(Files.readString(path.resolve("settings.json"))));
  }

  @Test
  void recordsEnvironment() throws IOException {
    JsonNode environment =
        readJson(
            writeRunFolder(evidenceSources(), stoppedOperation(Optional.empty())),
            "environment.json");
    assertThat(environment.get("solr").asText()).matches("9\\.\\d+\\.\\d+");
    assertThat(environment.get("jetty").asText()).startsWith("10.0.");
    assertThat(environment.get("cpus").asInt()).isPositive();
    assertThat(environment.get("memoryBytes").asLong()).isPositive();
    assertThat(environment.get("jdk").asText()).contains(Runtime.version().toString());
    assertThat(environment.get("gitCommit").asText()).isNotEmpty();
  }
}
