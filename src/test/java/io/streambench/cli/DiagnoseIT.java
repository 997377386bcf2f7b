package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.bench.cluster.StockProcesses;
import io.streambench.bench.transport.StockReader;
import io.streambench.program.JavaProcess;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests diagnoses of real stalls, and of real queries that do not stall, on two stock nodes in
 * separate processes.
 */
@Tag("slow")
class DiagnoseIT {
  private static final int DOCUMENTS = 4_000;

  @TempDir Path folder;
  private final Verb verb = new Verb("diagnose");
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The file with the most recently saved snapshots. */
  private Path savedSnapshots;

  private JsonNode diagnose(int status, String... arguments) throws Exception {
    savedSnapshots = Files.createTempDirectory(folder, "looks").resolve("looks.gz");
    return verb.json(
        status,
        Stream.concat(Stream.of(arguments), Stream.of("--save", savedSnapshots.toString()))
            .toArray(String[]::new));
  }

  /** Checks that the saved snapshots lead to the same verdict and cause. */
  private JsonNode assertSavedSnapshotsAgree(JsonNode report) throws Exception {
    int status = report.path("verdict").asText().equals("STALLED") ? 3 : 0;
    JsonNode read = new Verb("analyze").json(status, savedSnapshots.toString());
    assertThat(read.path("verdict")).isEqualTo(report.path("verdict"));
    assertThat(read.path("cause")).isEqualTo(report.path("cause"));
    return report;
  }

  private CompletableFuture<HttpResponse<byte[]>> sendStreamQuery(String node, String fields) {
    String expression =
        "search(c,q=\"*:*\",fl=\"%s\",sort=\"id asc\",qt=\"/export\")".formatted(fields);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node + "/c/stream"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "expr=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)))
            .build();
    return http.sendAsync(request, BodyHandlers.ofByteArray());
  }

  @Test
  void findsStallsOfProgramAndNodeOnly() throws Exception {
    try (StockProcesses nodes = StockProcesses.start(folder, "c", DOCUMENTS)) {
      String first = nodes.urls().get(0);
      String second = nodes.urls().get(1);
      Thread healthy = new Thread(() -> readRepeatedly(second), "healthy-queries");
      healthy.setDaemon(true);
      healthy.start();
      JsonNode found = assertSavedSnapshotsAgree(diagnose(0, first));
      assertThat(found.path("verdict").asText()).isEqualTo("NO_STALL");
      assertThat(found.at("/collections/0/zone").asText()).isEqualTo("LIKELY");
      assertThat(found.at("/collections/0/replicasNotActive").asInt(-1)).isZero();

      try (JavaProcess program =
          JavaProcess.ofTest(
              folder,
              List.of("-Xmx512m"),
              StockReader.class,
              nodes.zkHost(),
              "c",
              Integer.toString(DOCUMENTS),
              StockReader.ENDLESS)) {
        program.awaitOutput(StockReader.ENDLESS); // before that, it may not be recognized
        String pid = Long.toString(program.pid());
        found = assertSavedSnapshotsAgree(retry(() -> diagnose(3, "--pid", pid, first)));
        assertThat(found.path("verdict").asText()).isEqualTo("STALLED");
        found = assertSavedSnapshotsAgree(diagnose(0, second));
        assertThat(found.path("verdict").asText()).isEqualTo("POSSIBLE");
        assertThat(found.path("cause").asText()).isEqualTo("SESSION_WINDOW");
        assertThat(blockedSenderCount(found)).isGreaterThan(1);
      }

      List<CompletableFuture<HttpResponse<byte[]>>> queries = new ArrayList<>();
      found = diagnoseHang(first, second, queries);
      assertThat(found.findValues("idleSeconds")).anyMatch(idle -> idle.asDouble() > 13);
      assertThat(blockedSenderCount(found)).isGreaterThan(1);
      assertThat(queries.get(queries.size() - 1)).isNotDone();

      Verb release = new Verb("release");
      for (CompletableFuture<HttpResponse<byte[]>> query : queries) {
        while (!query.isDone()) { // later queries may hang as well
          release.run("--yes", Long.toString(nodes.first().pid()));
        }
        String answer = new String(query.join().body(), StandardCharsets.UTF_8);
        assertThat(answer.split("\"id\":", -1)).hasSize(DOCUMENTS + 1);
        assertThat(answer).doesNotContain("EXCEPTION");
      }
      diagnoseHang(first, second, queries);

      signal("-STOP", nodes.second());
      try {
        found = assertSavedSnapshotsAgree(diagnose(0, first));
        assertThat(found.at("/next/0").asText()).startsWith("Restart no node now");
        assertThat(found.path("settings").toString()).doesNotContain("may be restarted");
      } finally {
        signal("-CONT", nodes.second());
      }
    }
  }

  private JsonNode diagnoseHang(
      String mergingNode, String askedNode, List<CompletableFuture<HttpResponse<byte[]>>> queries)
      throws Exception {
    return assertSavedSnapshotsAgree(
        retry(
            () -> {
              queries.add(sendStreamQuery(mergingNode, "id,text1_ts"));
              return diagnose(3, askedNode);
            }));
  }

  /** Sends a signal. The cluster still lists a stopped node as live for some time. */
  private static void signal(String signal, JavaProcess node) throws Exception {
    String pid = Long.toString(node.pid());
    assertThat(new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor()).isZero();
  }

  private interface Action {
    JsonNode run() throws Exception;
  }

  /** Diagnoses up to five times, because the first readings often complete. */
  private static JsonNode retry(Action action) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return action.run();
      } catch (AssertionError e) {
        if (attempt == 5) {
          throw e;
        }
      }
    }
  }

  private static int blockedSenderCount(JsonNode report) {
    return report.at("/nodes/0/senders/blocked").asInt()
        + report.at("/nodes/1/senders/blocked").asInt();
  }

  private void readRepeatedly(String node) {
    while (!Thread.interrupted()) {
      try {
        sendStreamQuery(node, "id").join();
      } catch (RuntimeException e) {
        return; // the node was stopped
      }
    }
  }
}
