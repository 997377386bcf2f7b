package io.streambench.bench.cluster;

import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder through which a cluster's process communicates with the JVMs that use the cluster. It
 * holds the request, the result and the log. Request and result are written atomically.
 */
record ClusterFolder(Path path) {
  private static final String REQUEST_FILE = "request.json";
  private static final String READY_FILE = "ready.json";
  private static final String FAILURE_FILE = "failed.txt";

  Path log() {
    return path.resolve("cluster.log");
  }

  ClusterRequest readRequest() throws IOException {
    return Json.MAPPER.readValue(path.resolve(REQUEST_FILE).toFile(), ClusterRequest.class);
  }

  void writeRequest(ClusterRequest request) throws IOException {
    AtomicFile.write(path.resolve(REQUEST_FILE), Json.MAPPER.writeValueAsString(request));
  }

  Optional<ReadyCluster> readReadyCluster() throws IOException {
    Path file = path.resolve(READY_FILE);
    return Files.exists(file)
        ? Optional.of(Json.MAPPER.readValue(file.toFile(), ReadyCluster.class))
        : Optional.empty();
  }

  void writeReadyCluster(ReadyCluster ready) throws IOException {
    AtomicFile.write(path.resolve(READY_FILE), Json.MAPPER.writeValueAsString(ready));
  }

  /** Removes the result, which contains a process ID that may later belong to another process. */
  void removeReadyFile() throws IOException {
    Files.deleteIfExists(path.resolve(READY_FILE));
  }

  /**
   * Returns the reason why the cluster did not start, in one line; empty if no failure was written.
   */
  Optional<String> readFailure() throws IOException {
    Path file = path.resolve(FAILURE_FILE);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  void writeFailure(String line) throws IOException {
    AtomicFile.write(path.resolve(FAILURE_FILE), line);
  }

  List<String> lastLogLines(int maxLines) {
    try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
      List<String> output = lines.filter(line -> !line.isBlank()).toList();
      return output.subList(Math.max(0, output.size() - maxLines), output.size());
    } catch (IOException | RuntimeException e) {
      return List.of("(no log: " + e + ")");
    }
  }
}
