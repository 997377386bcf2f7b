package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Calls {@code streambench} with a verb in this JVM, and keeps the output of the last call. */
public final class Verb {
  private final Supplier<CommandLine> program;
  private final List<String> firstArguments;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /**
   * Creates a caller of {@code streambench}.
   *
   * @param firstArguments the arguments at the start of every call
   */
  public Verb(String... firstArguments) {
    this(StreambenchMain::commandLine, firstArguments);
  }

  /** Creates a caller of a test's own command line, which is created for every call. */
  Verb(Supplier<CommandLine> program, String... firstArguments) {
    this.program = program;
    this.firstArguments = List.of(firstArguments);
  }

  /** Runs a call and returns the exit status. */
  public int run(String... arguments) {
    out.reset();
    err.reset();
    String[] all =
        Stream.concat(firstArguments.stream(), Stream.of(arguments)).toArray(String[]::new);
    return StreambenchMain.run(
        program.get(), all, new PrintStream(out, true), new PrintStream(err, true));
  }

  /**
   * Runs a call, checks its exit status, and returns its JSON output.
   *
   * @param expectedStatus the expected exit status
   */
  JsonNode json(int expectedStatus, String... arguments) throws IOException {
    String[] all =
        Stream.concat(Stream.of(arguments), Stream.of("--format", "json")).toArray(String[]::new);
    assertThat(run(all)).as(output() + errorOutput()).isEqualTo(expectedStatus);
    return new ObjectMapper().readTree(output());
  }

  /** Returns the standard output of the last call. */
  public String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the standard error output of the last call. */
  public String errorOutput() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
