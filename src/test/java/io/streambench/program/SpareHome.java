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
 * This module as it is built, a second time: its scripts and its jar, with data, logs and temporary
 * files of its own, so that what is left there was left by one program.
 */
public final class SpareHome {
  private static final List<String> SCRIPTS =
      List.of("jmh.sh", "streambench", "pom.xml", "src/main/sh/launch.sh");

  /** Locks that processes share: a lock that one deletes could be held by two. */
  private static final Set<String> LOCKS = Set.of("tmp/jmh.lock", "tmp/streambench.lock");

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
    // Copied last, so that it is newer than what it was made of.
    Files.copy(real.resolve("target/benchmarks.jar"), folder.resolve("target/benchmarks.jar"));
  }

  public Path folder() {
    return folder;
  }

  /** The folder in which runs keep their data while they last. */
  public Path data() {
    return folder.resolve("target/streambench");
  }

  /** The folder in which each run leaves a folder of its own. */
  public Path logs() {
    return folder.resolve("flow-control-logs");
  }

  /** The folder for the temporary files of the programs. */
  public Path temporary() {
    return folder.resolve("tmp");
  }

  public Map<String, String> environment() {
    return Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary());
  }

  /** The command of a main job. */
  public static List<String> job(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("./jmh.sh"));
    command.addAll(arguments);
    return command;
  }

  public Program start(List<String> command) throws IOException {
    return new Program(folder, environment(), command);
  }

  /** The folders that runs have left, in the order of their names. */
  public List<Path> runFolders() throws IOException {
    return list(logs()).stream().filter(Files::isDirectory).toList();
  }

  /** Names of the data and temporary files that are left, except for locks. */
  public List<String> left() throws IOException {
    List<Path> all = new ArrayList<>(list(data()));
    all.addAll(list(temporary()));
    return all.stream()
        .map(path -> folder.relativize(path).toString())
        .filter(name -> !LOCKS.contains(name))
        .toList();
  }

  /** The files below its data with such names, which come and go while this looks. */
  public List<String> dataFiles(String names) throws IOException {
    Process find = new ProcessBuilder("find", data().toString(), "-name", names).start();
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
