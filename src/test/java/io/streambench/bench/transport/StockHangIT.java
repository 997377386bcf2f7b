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

/** Hangs of stock Solr that nobody has prepared for, diagnosed from outside. */
class StockHangIT {
  private static final int STALLED = 3;
  private static final int SESSION_WINDOW = 16 * 1024 * 1024;
  private static final int DOCUMENTS = 4_000;

  /** Longer than this test: what hangs is not to end by itself. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  /** The answer of the program. */
  private record Told(int status, JsonNode report, String complaint) {
    String verdict() {
      return report.path("verdict").asText();
    }
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
  }

  private Told streambench(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("./streambench"));
    command.addAll(List.of(arguments));
    Path complaint = folder.resolve("complaint.txt");
    Process process = new ProcessBuilder(command).redirectError(complaint.toFile()).start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    return new Told(
        status,
        answer.startsWith("{") ? new ObjectMapper().readTree(answer) : MissingNode.getInstance(),
        Files.readString(complaint));
  }

  private Told attach(long pid, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("attach", "--silence", "5s", "--format", "json"));
    arguments.addAll(Arrays.asList(more));
    arguments.add(Long.toString(pid));
    return streambench(arguments.toArray(String[]::new));
  }

  /** Its clients hang at their first queries; each is a process, so none finds another's hang. */
  private static StockCluster hanging;

  @BeforeAll
  static void start() throws Exception {
    hanging = StockCluster.start(1, DOCUMENTS, DocumentPlacement.RUNS, IDLE);
  }

  @AfterAll
  static void close() throws Exception {
    hanging.close();
  }

  /** Starts the reader with the jars of third parties alone. */
  private Process stockReader(StockCluster cluster, int documents, String how) throws IOException {
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
            how);
    Process reader =
        new ProcessBuilder(command).redirectError(folder.resolve("reader.log").toFile()).start();
    started.add(reader);
    return reader;
  }

  @Tag("slow")
  @Test
  void aStockClientThatHangsIsToldAsJettysOwnDumpHasIt() throws Exception {
    Process reader = stockReader(hanging, DOCUMENTS, StockReader.ENDLESS);
    Path kept = folder.resolve("kept.hprof");
    Told told = attach(reader.pid());
    while (told.status() != STALLED) {
      assertThat(reader.isAlive())
          .describedAs(Files.readString(folder.resolve("reader.log")))
          .isTrue();
      told = attach(reader.pid());
    }
    assertThat(told.status()).describedAs(told.complaint()).isEqualTo(STALLED);
    assertThat(told.report().path("cause").asText()).isEqualTo("SESSION_WINDOW");
    JsonNode waits = told.report().path("waiting").path(0);
    assertThat(waits.path("thread").asText()).isEqualTo("main");
    assertThat(waits.path("stack").toString()).contains("CloudSolrStream");
    assertThat(waits.path("uri").asText()).contains("documents_shard");
    assertSame(session(told.report(), waits.path("session").asText()), dumped(reader));

    assertThat(attach(reader.pid(), "--keep", kept.toString()).status()).isEqualTo(STALLED);
    Told later = streambench("analyze", "--format", "json", kept.toString());
    assertThat(later.status()).isEqualTo(STALLED);
    assertThat(later.report().path("waiting").path(0).path("stream"))
        .isEqualTo(waits.path("stream"));
  }

  private static JsonNode session(JsonNode report, String id) {
    return StreamSupport.stream(report.path("sessions").spliterator(), false)
        .filter(session -> session.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The window is all accounted for, and the connection, the windows and the streams are Jetty's.
   */
  private static void assertSame(JsonNode session, List<DumpedSession> jettys) {
    assertThat(session.path("streams").size())
        .isEqualTo(assertSameWindows(session, jettys).streamCount());
    assertThat(jettys).anyMatch(dumped -> dumped.receiveWindow() <= 0);
  }

  /** A recording has streams as well that Jetty has forgotten, and whose data lies unread. */
  private static DumpedSession assertSameWindows(JsonNode session, List<DumpedSession> jettys) {
    DumpedSession same =
        jettys.stream()
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

  private List<DumpedSession> dumped(Process reader) throws IOException {
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
  void aStockClientIsWatchedUntilItHangsAndTheRecordingIsAsJettysOwnDumpHasIt() throws Exception {
    Process reader = stockReader(hanging, DOCUMENTS, StockReader.WAITS);
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
    String said = String.join("\n", remarks.lines().toList());
    assertThat(watcher.waitFor()).describedAs(said).isEqualTo(STALLED);
    Told recorded =
        streambench("analyze", "--format", "json", evidence.resolve("events.jfr").toString());
    assertThat(recorded.status()).isEqualTo(STALLED);
    JsonNode stalled =
        StreamSupport.stream(recorded.report().path("sessions").spliterator(), false)
            .filter(session -> session.path("stalled").asBoolean())
            .findFirst()
            .orElseThrow();
    assertSameWindows(stalled, dumped(reader));
  }

  /**
   * 5 MB a query, which is SAFE: it leaves more of a window of 16 MiB than the 8 MiB that may be
   * consumed and not acknowledged. 10 MB are AT_RISK: a client hung within a minute in 4 JVMs of 5.
   */
  @Tag("slow")
  @Test
  void aBusyHealthyClientIsNotCalledHung() throws Exception {
    int documents = 500;
    try (StockCluster cluster = StockCluster.start(1, documents, DocumentPlacement.HASH, IDLE)) {
      Process reader = stockReader(cluster, documents, StockReader.ENDLESS);
      int looked = 0;
      while (looked < 5) {
        assertThat(reader.isAlive())
            .describedAs(Files.readString(folder.resolve("reader.log")))
            .isTrue();
        Told told = attach(reader.pid());
        if (told.report().isObject()) { // before, Jetty was not loaded
          looked++;
          assertThat(told.verdict()).describedAs(told.report().toString()).isEqualTo("NO_STALL");
        }
      }
    }
  }
}
