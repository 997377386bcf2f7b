package io.streambench.bench.documents;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The terminal that is connected to standard error. In JMH's forks, where standard error is a pipe,
 * it is the terminal of the parent process.
 */
public final class Terminal {
  private Terminal() {}

  /** Opens a stream to the terminal, if standard error is a terminal. The caller must close it. */
  public static Optional<PrintStream> open() {
    Optional<Path> device = device();
    if (device.isEmpty()) {
      return Optional.empty();
    }
    try {
      OutputStream out = Files.newOutputStream(device.get(), StandardOpenOption.WRITE);
      return Optional.of(new PrintStream(out, true, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the terminal's device as passed by {@code jmh.sh}, or else from {@code /proc}. */
  private static Optional<Path> device() {
    String named = System.getenv("STREAMBENCH_TERMINAL");
    ProcessHandle self = ProcessHandle.current();
    return named != null && !named.isBlank()
        ? Optional.of(Path.of(named))
        : findErrorTerminal(self).or(() -> self.parent().flatMap(Terminal::findErrorTerminal));
  }

  /** Returns the terminal that a process's standard error is connected to, if there is one. */
  private static Optional<Path> findErrorTerminal(ProcessHandle process) {
    try {
      String pid = Long.toString(process.pid());
      Path device = Files.readSymbolicLink(Path.of("/proc", pid, "fd", "2"));
      return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty")
          ? Optional.of(device)
          : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
