package io.streambench.program;

import io.streambench.base.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A copy of this module as built: its scripts and its jar, with folders of its own for data, logs
 * and temporary files. Therefore all files left there were left by one program.
 */
public final class SpareHome {
  private static final List<String> SCRIPTS =
      List.of("jmh.sh", "streambench", "pom.xml", "src/main/sh/launch.sh");

  /**
   * Lock files that processes share. They are never deleted: two processes could then hold the same
   * lock.
   */
  private static final Set<String> LOCK_FILES = Set.of("tmp/jmh.lock", "tmp/streambench.lock");

  private final Path folder;

  public SpareHome(Path folder) throws IOException {
    this.folder = folder;
    Path real = Installation.moduleFolder();
    for (String script : SCRIPTS) {
      Path copy = folder.resolve(script);
      Files.createDirectories(copy.getParent());
      Files.copy(real.resolve(script), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.createDirectories(folder.resolve("target"));
    Files.createDirectories(temporary());
    Files.createSymbolicLink(folder.resolve("target/lib"), real.resolve("target/lib"));
    // Copied last so that it is newer than the sources.
    Files.copy(real.resolve("target/benchmarks.jar"), folder.resolve("target/benchmarks.jar"));
  }

  public Path folder() {
    return folder;
  }

  /** Returns the folder in which runs keep their data while they run. */
  public Path data() {
    return folder.resolve("target/streambench");
  }

  /** Returns the folder in which each run creates a folder. */
  public Path logs() {
    return folder.resolve("flow-control-logs");
  }

  /** Returns the folder for temporary files. */
  public Path temporary() {
    return folder.resolve("tmp");
  }

  public Map<String, String> environment() {
    return Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary());
  }

  /** Returns the command of a main job. */
  public static List<String> jobCommand(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("./jmh.sh"));
    command.addAll(arguments);
    return command;
  }

  public Program start(List<String> command) throws IOException {
    return new Program(folder, environment(), command);
  }

  /** Returns the folders that runs have left, ordered by name. */
  public List<Path> runFolders() throws IOException {
    return list(logs()).stream().filter(Files::isDirectory).toList();
  }

  /** Returns the paths of data and temporary files that are left, except for locks. */
  public List<String> leftFiles() throws IOException {
    List<Path> all = new ArrayList<>(list(data()));
    all.addAll(list(temporary()));
    return all.stream()
        .map(path -> folder.relativize(path).toString())
        .filter(name -> !LOCK_FILES.contains(name))
        .toList();
  }

  /** Returns the data files whose names match a pattern. They may appear and vanish meanwhile. */
  public List<String> dataFiles(String namePattern) throws IOException {
    Process find = new ProcessBuilder("find", data().toString(), "-name", namePattern).start();
    try (BufferedReader found = find.inputReader(StandardCharsets.UTF_8)) {
      return found.lines().toList();
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
