package io.streambench.bench.fork;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Redirects System.out and System.err of this JVM into a file until it is closed. JMH passes on to
 * System.out what its forks print.
 */
public final class Printed implements AutoCloseable {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final PrintStream file;

  private Printed(PrintStream file) {
    this.file = file;
  }

  public static Printed to(Path log) throws IOException {
    Printed printed = new Printed(new PrintStream(Files.newOutputStream(log), true, UTF_8));
    System.setOut(printed.file);
    System.setErr(printed.file);
    return printed;
  }

  public PrintStream file() {
    return file;
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    file.close();
  }
}
