package io.streambench.cli;

import io.streambench.base.SingleLine;
import io.streambench.base.page.Page;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A picocli mixin with the option {@code --format}. A verb prints its result with {@link #print} or
 * {@link #outputWriter}, and all other messages with {@link #printNote}.
 */
final class FormatOption {
  enum Format {
    /** Text for people, 100 columns wide. */
    TEXT,
    /** JSON for programs; standard output contains nothing else. */
    JSON,
    MD
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec verbSpec;

  @Option(names = "--format", paramLabel = "text|json|md", defaultValue = "text")
  private Format format;

  Format format() {
    return format;
  }

  PrintWriter outputWriter() {
    return verbSpec.commandLine().getOut();
  }

  /** Prints a line to standard error, or to standard output if the format is text. */
  void printNote(String line) {
    (format == Format.TEXT ? outputWriter() : errorWriter())
        .println(Invocation.replaceCommand(line));
  }

  PrintWriter errorWriter() {
    return verbSpec.commandLine().getErr();
  }

  void warn(String message) {
    printNote(SingleLine.of("warning: " + message));
  }

  /** Prints the result in the chosen format. {@code json} supplies JSON text or an object. */
  void print(Supplier<String> text, Supplier<String> markdown, Supplier<?> json) {
    switch (format) {
      case TEXT -> outputWriter().print(Invocation.replaceCommandInReport(text.get()));
      case MD -> outputWriter().print(markdown.get());
      case JSON -> {
        Object answer = json.get();
        outputWriter().print(answer instanceof String whole ? whole : Page.indentedJson(answer));
      }
    }
    outputWriter().flush();
  }
}
