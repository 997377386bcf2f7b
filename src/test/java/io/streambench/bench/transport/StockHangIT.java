package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.streambench.bench.cluster.StockCluster;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.flow.events.JettyDumpParser;
import io.streambench.flow.events.JettyDumpParser.DumpedSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Diagnoses hangs of stock Solr from outside. Nothing was prepared for the diagnosis. */
class StockHangIT {
  private static final int STALLED = 3;
  private static final int SESSION_WINDOW = 16 * 1024 * 1024;
  private static final int DOCUMENTS = 4_000;

  /** The idle timeout. It is longer than this test, so that hangs do not end by themselves. */
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  /** The result of the program. */
  private record Result(int status, JsonNode report, String errorOutput) {
    String verdict() {
      return report.path("verdict").asText();
    }
  }

  @AfterEach
  void stopProcesses() {
    started.forEach(Process::destroyForcibly);
  }

  private Result runStreambench(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("./streambench"));
    command.addAll(List.of(arguments));
    Path errorOutput = folder.resolve("complaint.txt");
    Process process = new ProcessBuilder(command).redirectError(errorOutput.toFile()).start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    return new Result(
        status,
        answer.startsWith("{") ? new ObjectMapper().readTree(answer) : MissingNode.getInstance(),
        Files.readString(errorOutput));
  }

  private Result attach(long pid, String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("attach", "--silence", "5s", "--format", "json"));
    arguments.addAll(Arrays.asList(options));
    arguments.add(Long.toString(pid));
    return runStreambench(arguments.toArray(String[]::new));
  }

  /**
   * A cluster whose clients hang at their first queries. Each client is a process of its own, so
   * that none finds the hang of another.
   */
  private static StockCluster hanging;

  @BeforeAll
  static void startCluster() throws Exception {
    hanging = StockCluster.start(1, DOCUMENTS, DocumentPlacement.RUNS, IDLE_TIMEOUT);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    hanging.close();
  }

  /** Starts the reader with third-party jars only. */
  private Process startStockReader(StockCluster cluster, int documents, String mode)
      throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            Path.of("target", "lib").toAbsolutePath() + "/*",
            Path.of("src/test/java/io/streambench/bench/transport/StockReader.java")
                .toAbsolutePath()
                .toString(),
            cluster.zkHost(),
            cluster.collection(),
            Integer.toString(documents),
            mode);
    Process reader =
        new ProcessBuilder(command).redirectError(folder.resolve("reader.log").toFile()).start();
    started.add(reader);
    return reader;
  }

  @Tag("slow")
  @Test
  void diagnosisOfHungStockClientMatchesJettyDump() throws Exception {
    Process reader = startStockReader(hanging, DOCUMENTS, StockReader.ENDLESS);
    Path kept = folder.resolve("kept.hprof");
    Result result = attach(reader.pid());
    while (result.status() != STALLED) {
      assertThat(reader.isAlive())
          .describedAs(Files.readString(folder.resolve("reader.log")))
          .isTrue();
      result = attach(reader.pid());
    }
    assertThat(result.status()).describedAs(result.errorOutput()).isEqualTo(STALLED);
    assertThat(result.report().path("cause").asText()).isEqualTo("SESSION_WINDOW");
    JsonNode waits = result.report().path("waiting").path(0);
    assertThat(waits.path("thread").asText()).isEqualTo("main");
    assertThat(waits.path("stack").toString()).contains("CloudSolrStream");
    assertThat(waits.path("uri").asText()).contains("documents_shard");
    assertMatchesDump(
        findSession(result.report(), waits.path("session").asText()), requestDump(reader));

    assertThat(attach(reader.pid(), "--keep", kept.toString()).status()).isEqualTo(STALLED);
    Result later = runStreambench("analyze", "--format", "json", kept.toString());
    assertThat(later.status()).isEqualTo(STALLED);
    assertThat(later.report().path("waiting").path(0).path("stream"))
        .isEqualTo(waits.path("stream"));
  }

  private static JsonNode findSession(JsonNode report, String id) {
    return StreamSupport.stream(report.path("sessions").spliterator(), false)
        .filter(session -> session.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Checks that all bytes of the window are accounted for, and that the connection, the windows and
   * the streams match Jetty's dump.
   */
  private static void assertMatchesDump(JsonNode session, List<DumpedSession> dumpedSessions) {
    assertThat(session.path("streams").size())
        .isEqualTo(assertWindowsMatchDump(session, dumpedSessions).streamCount());
    assertThat(dumpedSessions).anyMatch(dumped -> dumped.receiveWindow() <= 0);
  }

  /**
   * Checks the windows against Jetty's dump. A recording also has streams that Jetty has removed,
   * whose data is unread.
   */
  private static DumpedSession assertWindowsMatchDump(
      JsonNode session, List<DumpedSession> dumpedSessions) {
    DumpedSession same =
        dumpedSessions.stream()
            .filter(dumped -> port(dumped.localAddress()) == port(session.path("local").asText()))
            .findFirst()
            .orElseThrow();
    assertThat(session.path("receiveWindow").asLong()).isEqualTo(same.receiveWindow()).isZero();
    assertThat(session.path("sendWindow").asLong()).isEqualTo(same.sendWindow());
    assertThat(session.path("unreadBytes").asLong() + session.path("unacknowledgedBytes").asLong())
        .isEqualTo(SESSION_WINDOW);
    return same;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private List<DumpedSession> requestDump(Process reader) throws IOException {
    Writer question = reader.outputWriter(StandardCharsets.UTF_8);
    question.write("dump\n");
    question.flush();
    StringBuilder dump = new StringBuilder();
    BufferedReader lines = reader.inputReader(StandardCharsets.UTF_8);
    for (String line; (line = lines.readLine()) != null && !line.equals(StockReader.END); ) {
      dump.append(line).append('\n');
    }
    return JettyDumpParser.of(dump.toString());
  }

  @Tag("slow")
  @Test
  void recordingOfWatchedHangMatchesJettyDump() throws Exception {
    Process reader = startStockReader(hanging, DOCUMENTS, StockReader.WAITS);
    BufferedReader lines = reader.inputReader(StandardCharsets.UTF_8);
    assertThat(lines.readLine()).isEqualTo(StockReader.WAITS);
    Path evidence = folder.resolve("evidence");
    Process watcher =
        new ProcessBuilder(
                "./streambench",
                "attach",
                "--watch",
                "--silence",
                "3s",
                "--evidence",
                evidence.toString(),
                Long.toString(reader.pid()))
            .redirectErrorStream(true)
            .start();
    started.add(watcher);
    BufferedReader remarks = watcher.inputReader(StandardCharsets.UTF_8);
    assertThat(remarks.readLine()).startsWith("watching");
    Writer orders = reader.outputWriter(StandardCharsets.UTF_8);
    orders.write("go\n");
    orders.flush();
    String watcherOutput = String.join("\n", remarks.lines().toList());
    assertThat(watcher.waitFor()).describedAs(watcherOutput).isEqualTo(STALLED);
    Result recorded =
        runStreambench("analyze", "--format", "json", evidence.resolve("events.jfr").toString());
    assertThat(recorded.status()).isEqualTo(STALLED);
    JsonNode stalled =
        StreamSupport.stream(recorded.report().path("sessions").spliterator(), false)
            .filter(session -> session.path("stalled").asBoolean())
            .findFirst()
            .orElseThrow();
    assertWindowsMatchDump(stalled, requestDump(reader));
  }

  /**
   * Reads 5 MB per query, which is SAFE: more of the window of 16 MiB is left than the 8 MiB that
   * may be consumed and not acknowledged. 10 MB are AT_RISK: a client hung within a minute in 4 of
   * 5 JVMs.
   */
  @Tag("slow")
  @Test
  void reportsNoStallForBusyClient() throws Exception {
    int documents = 500;
    try (StockCluster cluster =
        StockCluster.start(1, documents, DocumentPlacement.HASH, IDLE_TIMEOUT)) {
      Process reader = startStockReader(cluster, documents, StockReader.ENDLESS);
      int healthyResults = 0;
      while (healthyResults < 5) {
        assertThat(reader.isAlive())
            .describedAs(Files.readString(folder.resolve("reader.log")))
            .isTrue();
        Result result = attach(reader.pid());
        if (result.report().isObject()) { // before that, Jetty was not loaded
          healthyResults++;
          assertThat(result.verdict())
              .describedAs(result.report().toString())
              .isEqualTo("NO_STALL");
        }
      }
    }
  }
}
