package io.streambench.bench.versions;

import io.streambench.base.files.Json;
import io.streambench.base.page.Page;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The probes of clients against one server. Each client runs in its own JVM, with a single source
 * file and only the class path that Maven resolved for it.
 */
public final class Probes implements AutoCloseable {
  public static final int RESPONSE_COUNT = 12;

  /** The number of responses that fit into the session window, so that no client should stall. */
  public static final int SMALL_RESPONSE_COUNT = 3;

  public static final int RESPONSE_MEBIBYTES = 4;

  private static final String JAVA_COMMAND =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final Path folder;
  private final ClassPaths classPaths;
  private final Process server;
  private final String address;

  /**
   * The result of one run of a probe, which opens several responses but first reads only the last.
   *
   * @param sessionWindow bytes that the client initially grants; null over HTTP/1.1
   * @param windowLeft bytes left in the session window after the last response ended or paused
   * @param bytesRead bytes of the last response that were read before any other response was read
   * @param result outcome of the last response: READ, STALLED (no data for 5 s, and the window is
   *     exhausted), NO_DATA (no data, for another reason) or FAILED
   * @param readAfterTheOthers whether the last response completed after all other responses had
   *     been read
   */
  public record Run(
      String jetty,
      Integer sessionWindow,
      Integer windowLeft,
      long bytesRead,
      String result,
      double seconds,
      Boolean readAfterTheOthers,
      String failure) {}

  /** Resolves the candidates with Maven, and starts the server. */
  public Probes(List<Candidate> candidates, Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    List<Candidate> all = new ArrayList<>(candidates);
    all.add(Candidate.SERVER);
    classPaths = ClassPaths.resolve(all, folder);
    String classPath =
        classPaths
            .classPathOf(Candidate.SERVER)
            .orElseThrow(
                () -> new IOException(classPaths.describeMissingArtifact(Candidate.SERVER)));
    Path source = folder.resolve("Server.java");
    Files.writeString(source, readResource("Server"));
    server =
        new ProcessBuilder(
                JAVA_COMMAND, "-cp", classPath, source.toString(), "" + RESPONSE_MEBIBYTES)
            .redirectError(folder.resolve("server.txt").toFile())
            .start();
    BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
    String port = output.readLine();
    if (port == null) {
      throw new IOException(Files.readString(folder.resolve("server.txt")));
    }
    address = "http://127.0.0.1:" + port;
  }

  /** Probes one client in up to three runs, which take about ten seconds. */
  public ProbeResult probe(Candidate candidate) throws IOException, InterruptedException {
    Optional<String> classPath = classPaths.classPathOf(candidate);
    Run[] runs = new Run[3];
    if (classPath.isPresent()) {
      Path own = Files.createDirectories(folder.resolve("of-" + candidate.id()));
      Path probe = Files.writeString(own.resolve("Probe.java"), createSource(candidate));
      runs[0] = runProbe(classPath.get(), probe, RESPONSE_COUNT, false);
      runs[1] = runProbe(classPath.get(), probe, SMALL_RESPONSE_COUNT, false);
      runs[2] = runProbe(classPath.get(), probe, RESPONSE_COUNT, true);
    }
    return new ProbeResult(
        candidate.name(),
        candidate.version(),
        candidate.artifactsOfOtherVersions(),
        classPath.isPresent() ? null : classPaths.describeMissingArtifact(candidate),
        runs[0],
        runs[1],
        runs[2]);
  }

  private Run runProbe(String classPath, Path probe, int responses, boolean http1)
      throws IOException, InterruptedException {
    Path errors = probe.resolveSibling("errors.txt");
    Process process =
        new ProcessBuilder(
                JAVA_COMMAND,
                "-Xmx512m",
                "-cp",
                classPath,
                probe.toString(),
                address,
                "" + responses,
                "" + (RESPONSE_MEBIBYTES << 20),
                "" + http1)
            .redirectError(errors.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    String json = output.lines().filter(line -> line.startsWith("{")).findFirst().orElse(null);
    if (json == null) {
      String failure =
          Files.readString(errors)
              .lines()
              .filter(line -> line.contains("Exception") || line.contains("rror"))
              .findFirst()
              .orElse("no answer");
      return new Run(null, null, null, 0, "FAILED", 0, null, failure);
    }
    return Json.MAPPER.readValue(json, Run.class);
  }

  /** Returns the content of a source file that contains the probe and the client. */
  private static String createSource(Candidate client) throws IOException {
    List<String> lines =
        Stream.concat(
                client.imports().stream().map(type -> "import " + type + ";"),
                Stream.of("Probe", client.sourceName()).flatMap(name -> readResource(name).lines()))
            .toList();
    return Stream.of(true, false)
        .flatMap(first -> lines.stream().filter(line -> line.startsWith("import ") == first))
        .reduce("", (all, line) -> all + line + "\n");
  }

  private static String readResource(String name) {
    return Page.readResource("/io/streambench/bench/versions/" + name + ".java");
  }

  @Override
  public void close() {
    server.destroy();
  }
}
