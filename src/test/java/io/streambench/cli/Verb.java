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

/** {@code streambench} with a verb, called in this JVM; keeps what its last call has printed. */
public final class Verb {
  private final Supplier<CommandLine> program;
  private final List<String> first;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /**
   * @param first what every call begins with
   */
  public Verb(String... first) {
    this(StreambenchMain::commandLine, first);
  }

  /** Calls a command line of a test, made anew for every call. */
  Verb(Supplier<CommandLine> program, String... first) {
    this.program = program;
    this.first = List.of(first);
  }

  /** Returns the exit status. */
  public int run(String... arguments) {
    out.reset();
    err.reset();
    String[] all = Stream.concat(first.stream(), Stream.of(arguments)).toArray(String[]::new);
    return StreambenchMain.run(
        program.get(), all, new PrintStream(out, true), new PrintStream(err, true));
  }

  /** Returns the answer in JSON of a call that ends with that status. */
  JsonNode json(int status, String... arguments) throws IOException {
    String[] all =
        Stream.concat(Stream.of(arguments), Stream.of("--format", "json")).toArray(String[]::new);
    assertThat(run(all)).as(answer() + complaint()).isEqualTo(status);
    return new ObjectMapper().readTree(answer());
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
