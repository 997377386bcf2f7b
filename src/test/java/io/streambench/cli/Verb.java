package io.streambench.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** {@code streambench} with a verb, called in this JVM; keeps what its last call has printed. */
public final class Verb {
  private final List<String> first;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /**
   * @param first what every call begins with
   */
  public Verb(String... first) {
    this.first = List.of(first);
  }

  /** Returns the exit status. */
  public int run(String... arguments) {
    out.reset();
    err.reset();
    String[] all = Stream.concat(first.stream(), Stream.of(arguments)).toArray(String[]::new);
    return StreambenchMain.run(all, new PrintStream(out, true), new PrintStream(err, true));
  }

  /** The text that the last call has printed on standard output. */
  public String answer() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The text that the last call has printed on standard error. */
  public String complaint() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
