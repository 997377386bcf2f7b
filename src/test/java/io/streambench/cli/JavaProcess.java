package io.streambench.cli;

import io.streambench.config.Home;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own for a test, on the class path that an IDE would use: classes and libraries. */
final class JavaProcess implements AutoCloseable {
  private final Process process;
  private final StringBuilder output = new StringBuilder();
  private final Thread listener;

  /**
   * @param folder where it runs
   */
  JavaProcess(Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
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
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    listener = new Thread(this::listen, "output-of-" + main);
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      char[] buffer = new char[8192];
      for (int n = lines.read(buffer); n >= 0; n = lines.read(buffer)) {
        synchronized (output) {
          output.append(buffer, 0, n);
          output.notifyAll();
        }
      }
    } catch (IOException e) {
      synchronized (output) {
        output.append(e);
      }
    } finally {
      synchronized (output) {
        output.notifyAll();
      }
    }
  }

  int waitFor() throws InterruptedException {
    if (!process.waitFor(170, TimeUnit.SECONDS)) {
      throw new AssertionError("still running: " + output());
    }
    listener.join();
    return process.exitValue();
  }

  String output() {
    synchronized (output) {
      return output.toString();
    }
  }

  /** Waits until the output holds a text; fails if the process ends without it. */
  void awaitOutput(String text) throws InterruptedException {
    synchronized (output) {
      while (output.indexOf(text) < 0) {
        if (!listener.isAlive()) {
          throw new AssertionError("ended without '" + text + "': " + output);
        }
        output.wait(1_000);
      }
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
    process.toHandle().destroy(); // Process itself would close the output as well
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
