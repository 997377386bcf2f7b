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
 * Real stalls, and real queries that do not stall, on two stock nodes in processes of their own.
 */
@Tag("slow")
class DiagnoseIT {
  private static final int DOCUMENTS = 4_000;

  @TempDir Path folder;
  private final Verb verb = new Verb("diagnose");
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The newest looks that were saved. */
  private Path saved;

  private JsonNode diagnosed(int status, String... arguments) throws Exception {
    saved = Files.createTempDirectory(folder, "looks").resolve("looks.gz");
    return verb.json(
        status,
        Stream.concat(Stream.of(arguments), Stream.of("--save", saved.toString()))
            .toArray(String[]::new));
  }

  /** Fails unless the looks that were saved have the verdict and the cause of this answer. */
  private JsonNode sameOfSavedLooks(JsonNode found) throws Exception {
    int status = found.path("verdict").asText().equals("STALLED") ? 3 : 0;
    JsonNode read = new Verb("analyze").json(status, saved.toString());
    assertThat(read.path("verdict")).isEqualTo(found.path("verdict"));
    assertThat(read.path("cause")).isEqualTo(found.path("cause"));
    return found;
  }

  private CompletableFuture<HttpResponse<byte[]>> stream(String node, String fields) {
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
  void stallsOfAProgramAndOfANodeAreFoundAndHealthyQueriesAreNot() throws Exception {
    try (StockProcesses nodes = StockProcesses.start(folder, "c", DOCUMENTS)) {
      String first = nodes.urls().get(0);
      String second = nodes.urls().get(1);
      Thread healthy = new Thread(() -> readAgainAndAgain(second), "healthy-queries");
      healthy.setDaemon(true);
      healthy.start();
      JsonNode found = sameOfSavedLooks(diagnosed(0, first));
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
        program.awaitOutput(StockReader.ENDLESS); // before, it may not be seen to be a JVM
        String pid = Long.toString(program.pid());
        found = sameOfSavedLooks(outcome(() -> diagnosed(3, "--pid", pid, first)));
        assertThat(found.path("verdict").asText()).isEqualTo("STALLED");
        found = sameOfSavedLooks(diagnosed(0, second));
        assertThat(found.path("verdict").asText()).isEqualTo("POSSIBLE");
        assertThat(found.path("cause").asText()).isEqualTo("SESSION_WINDOW");
        assertThat(blocked(found)).isGreaterThan(1);
      }

      List<CompletableFuture<HttpResponse<byte[]>>> queries = new ArrayList<>();
      found = hang(first, second, queries);
      assertThat(found.findValues("idleSeconds")).anyMatch(idle -> idle.asDouble() > 13);
      assertThat(blocked(found)).isGreaterThan(1);
      assertThat(queries.get(queries.size() - 1)).isNotDone();

      Verb release = new Verb("release");
      for (CompletableFuture<HttpResponse<byte[]>> query : queries) {
        while (!query.isDone()) { // later queries of these may hang in turn
          release.run("--yes", Long.toString(nodes.first().pid()));
        }
        String answer = new String(query.join().body(), StandardCharsets.UTF_8);
        assertThat(answer.split("\"id\":", -1)).hasSize(DOCUMENTS + 1);
        assertThat(answer).doesNotContain("EXCEPTION");
      }
      hang(first, second, queries);

      signal("-STOP", nodes.second());
      try {
        found = sameOfSavedLooks(diagnosed(0, first));
        assertThat(found.at("/next/0").asText()).startsWith("Restart no node now");
        assertThat(found.path("settings").toString()).doesNotContain("may be restarted");
      } finally {
        signal("-CONT", nodes.second());
      }
    }
  }

  private JsonNode hang(
      String merging, String asked, List<CompletableFuture<HttpResponse<byte[]>>> queries)
      throws Exception {
    return sameOfSavedLooks(
        outcome(
            () -> {
              queries.add(stream(merging, "id,text1_ts"));
              return diagnosed(3, asked);
            }));
  }

  /** The cluster calls a node that stands still live for some time. */
  private static void signal(String signal, JavaProcess node) throws Exception {
    String pid = Long.toString(node.pid());
    assertThat(new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor()).isZero();
  }

  private interface Asking {
    JsonNode ask() throws Exception;
  }

  /** One or two readings often complete before one stalls. */
  private static JsonNode outcome(Asking asking) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return asking.ask();
      } catch (AssertionError e) {
        if (attempt == 5) {
          throw e;
        }
      }
    }
  }

  private static int blocked(JsonNode found) {
    return found.at("/nodes/0/senders/blocked").asInt()
        + found.at("/nodes/1/senders/blocked").asInt();
  }

  private void readAgainAndAgain(String node) {
    while (!Thread.interrupted()) {
      try {
        stream(node, "id").join();
      } catch (RuntimeException e) {
        return; // the node was stopped
      }
    }
  }
}
