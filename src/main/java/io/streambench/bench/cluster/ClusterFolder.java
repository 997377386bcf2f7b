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
  private static final String REQUEST = "request.json";
  private static final String READY = "ready.json";
  private static final String FAILED = "failed.txt";

  Path log() {
    return path.resolve("cluster.log");
  }

  ClusterRequest request() throws IOException {
    return Json.MAPPER.readValue(path.resolve(REQUEST).toFile(), ClusterRequest.class);
  }

  void writeRequest(ClusterRequest request) throws IOException {
    AtomicFile.write(path.resolve(REQUEST), Json.MAPPER.writeValueAsString(request));
  }

  Optional<ReadyCluster> ready() throws IOException {
    Path file = path.resolve(READY);
    return Files.exists(file)
        ? Optional.of(Json.MAPPER.readValue(file.toFile(), ReadyCluster.class))
        : Optional.empty();
  }

  void writeReady(ReadyCluster ready) throws IOException {
    AtomicFile.write(path.resolve(READY), Json.MAPPER.writeValueAsString(ready));
  }

  /** Removes the result, which contains a process ID that may later belong to another process. */
  void removeReady() throws IOException {
    Files.deleteIfExists(path.resolve(READY));
  }

  /**
   * Returns the reason why the cluster did not start, in one line; empty if no failure was written.
   */
  Optional<String> failure() throws IOException {
    Path file = path.resolve(FAILED);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  void writeFailure(String line) throws IOException {
    AtomicFile.write(path.resolve(FAILED), line);
  }

  List<String> lastLines(int max) {
    try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
      List<String> output = lines.filter(line -> !line.isBlank()).toList();
      return output.subList(Math.max(0, output.size() - max), output.size());
    } catch (IOException | RuntimeException e) {
      return List.of("(no log: " + e + ")");
    }
  }
}
