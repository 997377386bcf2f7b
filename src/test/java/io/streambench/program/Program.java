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
 * A command as a user types it in a terminal, which has a process group of its own, and whatever it
 * starts, however deep: all of it inherits a mark in its environment. For Linux.
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
   * @param folder where it runs
   * @param environment what is added to that of this JVM
   */
  public Program(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    // A shell ignores Ctrl-C for what runs in its background, and what it starts would, too.
    List<String> leader =
        new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,QUIT,TERM,HUP", mark));
    leader.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(leader).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    output = new ProcessOutput(process);
    atExit =
        ExitHook.register(this::killAll); // they are no children of the terminal that this JVM has
  }

  public ProcessOutput output() {
    return output;
  }

  /** Its last line that is not empty and holds a text; empty if there is none. */
  public String lineWith(String text) {
    String[] found =
        output.text().lines().filter(line -> line.contains(text)).toArray(String[]::new);
    return found.length == 0 ? "" : found[found.length - 1].strip();
  }

  public void signal(String name) throws IOException, InterruptedException {
    signal(name, Long.toString(process.pid()));
  }

  /** Sends a signal to its process group, as a terminal does for Ctrl-C. */
  public void signalGroup(String name) throws IOException, InterruptedException {
    signal(name, "-" + process.pid());
  }

  public static void signal(String name, ProcessHandle to)
      throws IOException, InterruptedException {
    signal(name, Long.toString(to.pid()));
  }

  private static void signal(String name, String to) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-s", name, "--", to).inheritIO().start();
    assertThat(kill.waitFor()).as("kill -s %s %s", name, to).isZero();
  }

  public ProcessHandle leader() {
    return process.toHandle();
  }

  private List<ProcessHandle> alive() throws IOException {
    try (Stream<Path> all = Files.list(PROCESSES)) {
      return all.filter(folder -> folder.getFileName().toString().matches("\\d+"))
          .filter(this::isMine)
          .flatMap(
              folder -> ProcessHandle.of(Long.parseLong(folder.getFileName().toString())).stream())
          .toList();
    }
  }

  /** One that has ended in the meantime, or has, and is not buried yet, has no environment. */
  private boolean isMine(Path folder) {
    try {
      String environment =
          new String(Files.readAllBytes(folder.resolve("environ")), StandardCharsets.ISO_8859_1);
      return environment.contains(mark);
    } catch (IOException e) {
      return false;
    }
  }

  /** Those of its processes whose command line holds a text, such as the name of a main class. */
  public List<ProcessHandle> alive(String text) throws IOException {
    return alive().stream().filter(handle -> commandLine(handle).contains(text)).toList();
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
  public interface Look {
    boolean isSo() throws IOException;
  }

  /** Waits until something is so that only a look can tell; fails if the program ends before. */
  public void awaitThat(String what, Look look) throws IOException, InterruptedException {
    while (!look.isSo()) {
      assertThat(process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS))
          .as("ended before %s: %s", what, output.text())
          .isFalse();
    }
  }

  /** Fails if it does not run for that long. */
  public void goesOn(long seconds) throws InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as(output.text()).isFalse();
  }

  /** Returns its status; 128 and more for the signal that ended it. */
  public int status() throws InterruptedException {
    assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).as(output.text()).isTrue();
    return process.exitValue();
  }

  /** Waits until nothing of it is alive, and all that it printed has come. */
  public void awaitGone(long seconds) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (List<ProcessHandle> left = alive(); !left.isEmpty(); left = alive()) {
      long nanos = Math.max(1, deadline - System.nanoTime());
      String command = commandLine(left.get(0)).replace('\0', ' ');
      assertThat(left.get(0).onExit().orTimeout(nanos, TimeUnit.NANOSECONDS))
          .as("alive after %s s: %s", seconds, command)
          .succeedsWithin(seconds + 1, TimeUnit.SECONDS);
    }
    output.awaitEnd();
  }

  /** Again until none is left: one may start another meanwhile. */
  private void killAll() {
    try {
      for (List<ProcessHandle> left = alive(); !left.isEmpty(); left = alive()) {
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
