package io.streambench.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.files.ExitHook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A command in a process group of its own, as typed in a terminal, and all processes that it
 * starts. They inherit a unique environment variable, by which they are found. For Linux only.
 */
public final class Program implements AutoCloseable {
  private static final String MARK = "STREAMBENCH_FAULT";
  private static final Path PROCESSES = Path.of("/proc");
  private static final long END_SECONDS = 240;
  private static final long POLL_MILLIS = 20;

  private final String mark = MARK + "=" + UUID.randomUUID();
  private final Process process;
  private final ExitHook atExit;
  private final ProcessOutput output;

  /**
   * Starts the command.
   *
   * @param folder the working folder
   * @param environment variables to add to the environment of this JVM
   */
  public Program(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    // A shell makes its background processes ignore Ctrl-C, and their children inherit that.
    List<String> leader =
        new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,QUIT,TERM,HUP", mark));
    leader.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(leader).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    output = new ProcessOutput(process);
    atExit = ExitHook.register(this::killAll); // they do not belong to the terminal of this JVM
  }

  public ProcessOutput output() {
    return output;
  }

  /** Returns the last line of the output that contains a text, stripped; empty if there is none. */
  public String lastLineContaining(String text) {
    String[] found =
        output.text().lines().filter(line -> line.contains(text)).toArray(String[]::new);
    return found.length == 0 ? "" : found[found.length - 1].strip();
  }

  public void signal(String name) throws IOException, InterruptedException {
    signal(name, Long.toString(process.pid()));
  }

  /** Sends a signal to the process group, as a terminal does for Ctrl-C. */
  public void signalGroup(String name) throws IOException, InterruptedException {
    signal(name, "-" + process.pid());
  }

  public static void signal(String name, ProcessHandle target)
      throws IOException, InterruptedException {
    signal(name, Long.toString(target.pid()));
  }

  private static void signal(String name, String target) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-s", name, "--", target).inheritIO().start();
    assertThat(kill.waitFor()).as("kill -s %s %s", name, target).isZero();
  }

  public ProcessHandle leader() {
    return process.toHandle();
  }

  private List<ProcessHandle> runningProcesses() throws IOException {
    try (Stream<Path> all = Files.list(PROCESSES)) {
      return all.filter(folder -> folder.getFileName().toString().matches("\\d+"))
          .filter(this::belongsToProgram)
          .flatMap(
              folder -> ProcessHandle.of(Long.parseLong(folder.getFileName().toString())).stream())
          .toList();
    }
  }

  /** Returns whether a process belongs to this program; false if the process has ended. */
  private boolean belongsToProgram(Path folder) {
    try {
      String environment =
          new String(Files.readAllBytes(folder.resolve("environ")), StandardCharsets.ISO_8859_1);
      return environment.contains(mark);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the running processes whose command line contains a text, such as a main class. */
  public List<ProcessHandle> runningProcesses(String text) throws IOException {
    return runningProcesses().stream()
        .filter(handle -> commandLine(handle).contains(text))
        .toList();
  }

  private static String commandLine(ProcessHandle handle) {
    try {
      return Files.readString(
          PROCESSES.resolve(handle.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  @FunctionalInterface
  public interface Condition {
    boolean holds() throws IOException;
  }

  /** Waits until a condition holds that has to be polled. Fails if the program ends before. */
  public void awaitCondition(String description, Condition condition)
      throws IOException, InterruptedException {
    while (!condition.holds()) {
      assertThat(process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS))
          .as("ended before %s: %s", description, output.text())
          .isFalse();
    }
  }

  /** Checks that the program still runs after the given time. */
  public void assertStillRunning(long seconds) throws InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as(output.text()).isFalse();
  }

  /** Waits for the end and returns the exit status; 128 plus the signal number after a signal. */
  public int awaitStatus() throws InterruptedException {
    assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).as(output.text()).isTrue();
    return process.exitValue();
  }

  /** Waits until all processes have ended and their output is complete. */
  public void awaitAllEnded(long seconds) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (List<ProcessHandle> left = runningProcesses();
        !left.isEmpty();
        left = runningProcesses()) {
      long nanos = Math.max(1, deadline - System.nanoTime());
      String command = commandLine(left.get(0)).replace('\0', ' ');
      assertThat(left.get(0).onExit().orTimeout(nanos, TimeUnit.NANOSECONDS))
          .as("alive after %s s: %s", seconds, command)
          .succeedsWithin(seconds + 1, TimeUnit.SECONDS);
    }
    output.awaitEnd();
  }

  /** Kills until no process is left, because a process may start another one meanwhile. */
  private void killAll() {
    try {
      for (List<ProcessHandle> left = runningProcesses();
          !left.isEmpty();
          left = runningProcesses()) {
        left.forEach(ProcessHandle::destroyForcibly);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    atExit.close();
    killAll();
    process.destroyForcibly();
  }
}
