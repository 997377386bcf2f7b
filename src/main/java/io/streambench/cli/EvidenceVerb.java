package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.bench.evidence.EvidenceWriter;
import io.streambench.diagnose.report.DiagnosisReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code streambench evidence}, which recreates the zip file of a run's folder. */
@Command(name = "evidence")
final class EvidenceVerb implements Callable<Integer> {
  private static final Duration MAX_STALL_TIMEOUT = Duration.ofHours(1);

  @Mixin private FormatOption format;

  @Parameters(paramLabel = "FOLDER", descriptionKey = "folder")
  private Path folder;

  @Option(names = "--no-redact")
  private boolean noRedact;

  @Option(names = "--whole-log")
  private boolean wholeLog;

  @Option(names = "--stall-timeout", paramLabel = "TIME", defaultValue = "10s")
  private String stallTimeout;

  record WrittenZip(String zip, long bytes, boolean redacted) {}

  static String describeZip(Path zip, boolean redacted) throws IOException {
    return TextFormat.of(
        "to attach to an issue: %s (%,d bytes, %s)",
        zip, Files.size(zip), redacted ? "redacted" : "NOT redacted");
  }

  /**
   * Writes the report of a diagnosis to a folder, and creates a redacted zip file of the folder.
   */
  static void writeEvidence(
      FormatOption format, Path folder, String title, DiagnosisReport report, Duration silence)
      throws IOException {
    String files = "`report.md` for people, `verdict.json` for programs.";
    Files.writeString(folder.resolve("README.md"), "# " + title + "\n\n" + files + "\n");
    Files.writeString(folder.resolve("report.md"), report.markdown());
    Files.writeString(folder.resolve("verdict.json"), report.json());
    EvidenceWriter.CompletedEvidence completed =
        new EvidenceWriter(true, false, silence, silence, true).complete(folder);
    completed.warning().ifPresent(format::warn);
    format.printNote(describeZip(completed.zip(), true));
  }

  @Override
  public Integer call() throws IOException {
    SettingException.throwIf(
        !EvidenceWriter.isRunFolder(folder),
        "FOLDER",
        "be a folder that a run has left, with verdict.json or settings.json",
        folder);
    EvidenceWriter evidence =
        new EvidenceWriter(
            !noRedact,
            wholeLog,
            Values.duration("--stall-timeout", stallTimeout, MAX_STALL_TIMEOUT));
    EvidenceWriter.CompletedEvidence completed = evidence.complete(folder);
    completed.warning().ifPresent(format::warn);
    Path zip = completed.zip();
    WrittenZip written = new WrittenZip(zip.toString(), Files.size(zip), evidence.isRedacted());
    String line = describeZip(zip, evidence.isRedacted()) + "\n";
    format.print(() -> line, () -> line, () -> written);
    return ExitStatus.SUCCESS.code();
  }
}
