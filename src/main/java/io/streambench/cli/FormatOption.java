package io.streambench.cli;

import io.streambench.config.OneLine;
import io.streambench.config.Values;
import io.streambench.watchdog.Json;
import java.io.PrintWriter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code --format text|json|md}, for verbs to mix in: {@code @Mixin FormatOption format}. A verb
 * writes its answer to {@link #answer} or {@link #json}, and all else to {@link #remarks}.
 */
final class FormatOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec verb;

  @Option(
      names = "--format",
      paramLabel = "text|json|md",
      defaultValue = "text",
      converter = Converter.class,
      description = "Shape of the answer (default: ${DEFAULT-VALUE}); json is alone on stdout.")
  private OutputFormat format;

  private static final class Converter implements ITypeConverter<OutputFormat> {
    @Override
    public OutputFormat convert(String text) {
      return Values.oneOf("--format", text, OutputFormat.class);
    }
  }

  /** The output format that was asked for. */
  OutputFormat format() {
    return format;
  }

  /** Standard output. */
  PrintWriter answer() {
    return verb.commandLine().getOut();
  }

  /** Writer of remarks: standard error, or standard output where the answer is plain text. */
  PrintWriter remarks() {
    return format == OutputFormat.TEXT ? verb.commandLine().getOut() : verb.commandLine().getErr();
  }

  /** A warning among the remarks. */
  void warn(String what) {
    remarks().println(OneLine.of("warning: " + what));
  }

  /** The answer as JSON: records, maps and lists with their names as keys. */
  void json(Object answer) {
    answer().println(Json.text(answer));
  }
}
