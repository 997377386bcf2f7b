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
 * The terminal that standard error of this process is connected to. In JMH's forks, where standard
 * error is a pipe, it is the terminal of the parent process.
 */
public final class Terminal {
  private Terminal() {}

  /** Opens a stream to the terminal, if standard error is a terminal. The caller closes it. */
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

  /** Finds the terminal's device: {@code jmh.sh} passes it, otherwise Linux provides it. */
  private static Optional<Path> device() {
    String named = System.getenv("STREAMBENCH_TERMINAL");
    ProcessHandle self = ProcessHandle.current();
    return named != null && !named.isBlank()
        ? Optional.of(Path.of(named))
        : standardErrorOf(self).or(() -> self.parent().flatMap(Terminal::standardErrorOf));
  }

  /** The terminal at a process's standard error; empty if there is none, or no {@code /proc}. */
  private static Optional<Path> standardErrorOf(ProcessHandle process) {
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
