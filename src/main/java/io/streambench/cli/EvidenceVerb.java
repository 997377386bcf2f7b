package io.streambench.cli;

import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code streambench evidence}: the zip of a run's folder, made once more. */
@Command(
    name = "evidence",
    description = {
      "Packs a run's folder into one zip next to it (at most 10 MB) for a public issue. Recognized"
          + " host names, addresses, user names, paths and credentials are replaced.",
      "A run that stalled or failed already has a zip; this makes another one. Make it on the"
          + " machine, and as the user, that ran."
    })
final class EvidenceVerb implements Callable<Integer> {
  private static final Duration MAX_TIME = Duration.ofHours(1);

  @Mixin private FormatOption format;

  @Parameters(paramLabel = "FOLDER", description = "A folder below flow-control-logs/.")
  private Path folder;

  @Option(names = "--no-redact", description = "Do not replace anything; the zip says so.")
  private boolean noRedact;

  @Option(names = "--whole-log", description = "Keep the whole log, however large the zip gets.")
  private boolean wholeLog;

  @Option(
      names = "--stall-timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "That of the run (default: ${DEFAULT-VALUE}).")
  private String stallTimeout;

  /** The answer, as JSON. */
  record Made(String zip, long bytes, boolean redacted) {}

  /** The line about a zip that can be attached. */
  static String line(String zip, long bytes, boolean redacted) {
    return Text.of(
        "to attach to an issue: %s (%,d bytes, %s)",
        zip, bytes, redacted ? "redacted" : "NOT redacted");
  }

  @Override
  public Integer call() throws IOException {
    if (!Evidence.isRun(folder)) {
      throw new SettingException(
          "FOLDER", "be a folder that a run has left, with verdict.json or settings.json", folder);
    }
    Evidence evidence =
        new Evidence(
            !noRedact, wholeLog, Values.duration("--stall-timeout", stallTimeout, MAX_TIME));
    Evidence.Completed completed = evidence.complete(folder);
    completed.warning().ifPresent(format::warn);
    Made made =
        new Made(completed.zip().toString(), Files.size(completed.zip()), evidence.redact());
    if (format.format() == OutputFormat.JSON) {
      format.json(made);
    } else {
      format.answer().println(line(made.zip(), made.bytes(), made.redacted()));
    }
    return ExitStatus.SUCCESS.code();
  }
}
