package io.streambench.cli;

import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyFolder;
import io.streambench.compare.study.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code streambench report}, which recreates the reports of a study. */
@Command(name = "report")
final class ReportVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Parameters(paramLabel = "FOLDER", descriptionKey = "folder")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    StudyFolder study = ResumeOption.requireStudyFolder("FOLDER", folder);
    StudyReport report = StudyReport.of(study, Study::forName);
    StudyReport.WrittenFiles written = report.writeTo(study);
    written.warning().ifPresent(format::warn);
    String markdown = Files.readString(written.markdown());
    String line = "report: " + written.page() + ", " + written.markdown() + "\n";
    format.print(() -> line, () -> markdown, report.results()::studyFile);
    return ExitStatus.SUCCESS.code();
  }
}
