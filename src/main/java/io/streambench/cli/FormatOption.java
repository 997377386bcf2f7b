package io.streambench.cli;

import io.streambench.base.SingleLine;
import io.streambench.base.page.Page;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A picocli mixin with the option {@code --format}. A verb prints its answer with {@link #print} or
 * {@link #answerWriter}, and everything else with {@link #printNote}.
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

  PrintWriter answerWriter() {
    return verbSpec.commandLine().getOut();
  }

  /** Prints a line to standard error, or to standard output if the answer is plain text. */
  void printNote(String line) {
    (format == Format.TEXT ? answerWriter() : errorWriter())
        .println(Invocation.replaceCommand(line));
  }

  PrintWriter errorWriter() {
    return verbSpec.commandLine().getErr();
  }

  void warn(String message) {
    printNote(SingleLine.of("warning: " + message));
  }

  /** Prints the answer in the chosen format. {@code json} returns JSON text or an object. */
  void print(Supplier<String> text, Supplier<String> markdown, Supplier<?> json) {
    switch (format) {
      case TEXT -> answerWriter().print(Invocation.replaceCommandInReport(text.get()));
      case MD -> answerWriter().print(markdown.get());
      case JSON -> {
        Object answer = json.get();
        answerWriter().print(answer instanceof String whole ? whole : Page.indentedJson(answer));
      }
    }
    answerWriter().flush();
  }
}
