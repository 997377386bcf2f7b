package io.streambench.cli;

import io.streambench.base.chart.ChartImage.Undrawable;
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
  Path html;

  @Option(names = "--png", paramLabel = "FILE")
  Path png;

  @Option(names = "--explain")
  private boolean explained;

  /** The names of the shards in the legend of the picture. */
  ShardNames shards = ShardNames.NONE;

  /** Throws if an output file cannot be written. Called before the inputs are read. */
  void requireWritable(List<Path> inputs) {
    WritableFiles.requireWritable("--html", html, inputs);
    WritableFiles.requireWritable("--png", png, inputs, html);
  }

  int answer(FormatOption format, DiagnosisReport report, String title) throws IOException {
    format.print(() -> report.text(explained), report::markdown, report::json);
    if (html != null) {
      AtomicFile.write(html, report.page(title));
      format.printNote("page: " + html);
    }
    if (png != null) {
      try {
        TimelinePicture.writePng(report.diagnosis(), title, shards, png);
        format.printNote("picture: " + png);
      } catch (Undrawable e) { // no fonts, or nothing to draw; the verdict is not affected
        format.warn("no picture: " + e.getMessage());
      }
    }
    return (report.diagnosis().isStalled() ? ExitStatus.STALLED : ExitStatus.SUCCESS).code();
  }
}
