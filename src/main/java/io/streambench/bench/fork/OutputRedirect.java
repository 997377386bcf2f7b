package io.streambench.bench.fork;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A redirection of System.out and System.err to a file until this object is closed. It includes the
 * output of JMH's forks, which JMH forwards to System.out.
 */
public record OutputRedirect(
    PrintStream originalOut, PrintStream originalErr, PrintStream logStream)
    implements AutoCloseable {
  public static OutputRedirect toLogFile(Path log) throws IOException {
    PrintStream file = new PrintStream(Files.newOutputStream(log), true, UTF_8);
    OutputRedirect printed = new OutputRedirect(System.out, System.err, file);
    System.setOut(file);
    System.setErr(file);
    return printed;
  }

  @Override
  public void close() {
    System.setOut(originalOut);
    System.setErr(originalErr);
    logStream.close();
  }
}
