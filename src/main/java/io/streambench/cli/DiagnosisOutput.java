package io.streambench.cli;

import io.streambench.base.chart.ChartImage.UndrawableException;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.WritableFiles;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.diagnose.report.ShardNames;
import io.streambench.diagnose.report.TimelinePicture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** A picocli mixin with the options for the output of a diagnosis. */
final class DiagnosisOutput {
  @Option(names = "--html", paramLabel = "FILE")
  Path htmlFile;

  @Option(names = "--png", paramLabel = "FILE")
  Path pngFile;

  @Option(names = "--explain")
  private boolean isExplained;

  /** The names of the shards in the legend of the picture. */
  ShardNames shardNames = ShardNames.NONE;

  /** Throws if an output file cannot be written. Called before the inputs are read. */
  void requireWritable(List<Path> inputs) {
    WritableFiles.requireWritable("--html", htmlFile, inputs);
    WritableFiles.requireWritable("--png", pngFile, inputs, htmlFile);
  }

  int printReport(FormatOption format, DiagnosisReport report, String title) throws IOException {
    format.print(() -> report.text(isExplained), report::markdown, report::json);
    if (htmlFile != null) {
      AtomicFile.write(htmlFile, report.page(title));
      format.printNote("page: " + htmlFile);
    }
    if (pngFile != null) {
      try {
        TimelinePicture.writePng(report.diagnosis(), title, shardNames, pngFile);
        format.printNote("picture: " + pngFile);
      } catch (UndrawableException e) { // no fonts, or nothing to draw; the verdict is not affected
        format.warn("no picture: " + e.getMessage());
      }
    }
    return (report.diagnosis().isStalled() ? ExitStatus.STALLED : ExitStatus.SUCCESS).code();
  }
}
