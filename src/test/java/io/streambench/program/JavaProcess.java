package io.streambench.program;

import io.streambench.base.Installation;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM in a process of its own, with the class path that an IDE would use: classes and libraries.
 */
public final class JavaProcess implements AutoCloseable {
  private static final Path TARGET = Installation.moduleFolder().resolve("target");
  private static final String BUILD_CLASS_PATH =
      TARGET.resolve("classes") + ":" + TARGET.resolve("lib") + "/*";

  private final Process process;
  private final ProcessOutput output;

  public JavaProcess(Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
    this(BUILD_CLASS_PATH, folder, jvmArguments, main, arguments);
  }

  /** Starts a JVM with a main class of the tests. */
  public static JavaProcess ofTest(
      Path folder, List<String> jvmArguments, Class<?> main, String... arguments)
      throws IOException {
    return ofTest(List.of(), folder, jvmArguments, main, arguments);
  }

  /**
   * Starts a JVM with a main class of the tests through another program, such as {@code unshare}.
   */
  public static JavaProcess ofTest(
      List<String> launcher,
      Path folder,
      List<String> jvmArguments,
      Class<?> main,
      String... arguments)
      throws IOException {
    String tests = TARGET.resolve("test-classes") + ":";
    return new JavaProcess(
        launcher, tests + BUILD_CLASS_PATH, folder, jvmArguments, main.getName(), arguments);
  }

  /** Starts a JVM with the given class path. */
  public JavaProcess(
      String classPath, Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
    this(List.of(), classPath, folder, jvmArguments, main, arguments);
  }

  private JavaProcess(
      List<String> launcher,
      String classPath,
      Path folder,
      List<String> jvmArguments,
      String main,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(jvmArguments);
    command.add("-Djmh.ignoreLock=true");
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    output = new ProcessOutput(process);
  }

  /**
   * Waits for the end and returns the exit status. Prints the output if the wait is interrupted.
   */
  public int waitFor() throws InterruptedException {
    try {
      int status = process.waitFor();
      output.awaitEnd();
      return status;
    } catch (InterruptedException e) {
      System.out.println("still running: " + output());
      throw e;
    }
  }

  public String output() {
    return output.text();
  }

  /** Waits until the output contains a text. Fails if the process ends without it. */
  public void awaitOutput(String text) throws InterruptedException {
    output.await(text);
  }

  /** Writes a line to the standard input of the process. */
  public void sendLine(String line) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(line + "\n");
    input.flush();
  }

  public long pid() {
    return process.pid();
  }

  public List<ProcessHandle> children() {
    return process.descendants().toList();
  }

  public void kill() {
    process.destroyForcibly();
  }

  /** Sends SIGTERM, on which the JVM shuts down as on Ctrl-C. */
  public void interrupt() {
    process.toHandle().destroy(); // Process itself would close the output as well
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
