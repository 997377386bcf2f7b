package io.streambench.cli;

import io.streambench.config.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own for a test, on the class path that an IDE would use: classes and libraries. */
final class JavaProcess implements AutoCloseable {
  private final Path output;
  private final Process process;

  /**
   * @param folder where it runs, and where its output goes
   */
  JavaProcess(Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
    this.output = Files.createTempFile(folder, "output", ".txt");
    Path target = Home.folder().resolve("target");
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(jvmArguments);
    command.add("-Djmh.ignoreLock=true");
    command.add("-cp");
    command.add(target.resolve("classes") + ":" + target.resolve("lib") + "/*");
    command.add(main);
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  int waitFor() throws InterruptedException {
    if (!process.waitFor(170, TimeUnit.SECONDS)) {
      throw new AssertionError("still running: " + process.info());
    }
    return process.exitValue();
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  /** Waits until the output holds a text; fails if the process ends without it. */
  void awaitOutput(String text) throws IOException {
    while (!output().contains(text)) {
      if (!process.isAlive() && !output().contains(text)) {
        throw new AssertionError("ended without '" + text + "': " + output());
      }
      Thread.onSpinWait();
    }
  }

  List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  /** As kill -9 does. */
  void kill() {
    process.destroyForcibly();
  }

  /** As Ctrl-C does, for a process that is not in the foreground. */
  void interrupt() {
    process.destroy();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
