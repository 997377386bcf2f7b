package io.streambench.cli;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.config.Values;
import io.streambench.files.WholeFile;
import io.streambench.report.diagnosis.DiagnosisReport;
import io.streambench.report.diagnosis.TimelinePage;
import io.streambench.report.diagnosis.TimelinePicture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code streambench analyze}: what a recording or a log of Jetty's flow control tells. */
@Command(
    name = "analyze",
    description = {
      "Tells from recordings of this project, or from Jetty's flow-control debug log, whether a reader"
          + " hung and why.",
      "Logs of Jetty 10, 11 and 12, whatever stands before the message on the line; plain, gzip, xz"
          + " or zip; a run's folder or its zip; from a client, a server or both ends; beginning"
          + " anywhere. Several files are read as one run, by time."
    },
    footer = {
      "",
      "Examples:",
      "  streambench analyze flow-control-logs/20261121-094502-StreamingSearch.stream-STALLED",
      "  streambench analyze --html stall.html solr.log.1.gz solr.log",
      "  streambench analyze --format json client.log server.log"
    })
final class AnalyzeVerb implements Callable<Integer> {
  private static final Duration MAX_TIME = Duration.ofHours(1);

  @Mixin private FormatOption format;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recordings, logs, folders or zips of one run.")
  private List<Path> files;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with the timeline of every session; it works offline.")
  private Path html;

  @Option(
      names = "--png",
      paramLabel = "FILE",
      description = "Write the timeline of the session that stalled, or else the busiest.")
  private Path png;

  @Option(
      names = "--stall-timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "Silence on an exhausted session that counts as a stall although it ended (default:"
              + " ${DEFAULT-VALUE}).")
  private String stallTimeout;

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "Silence that the source must show before its end counts as a stall (default:"
              + " ${DEFAULT-VALUE}: the log of a hang often ends with the last thing that happened).")
  private String silence;

  @Option(
      names = "--buffer-ratio",
      paramLabel = "RATIO",
      defaultValue = "0.5",
      description =
          "bufferRatio of Jetty's strategy, which a log does not tell (default:"
              + " ${DEFAULT-VALUE}, Jetty's own).")
  private String bufferRatio;

  @Override
  public Integer call() throws IOException {
    double ratio = Values.ratio("--buffer-ratio", bufferRatio);
    FlowControlReplay replay =
        new FlowControlReplay(
            Values.duration("--stall-timeout", stallTimeout, MAX_TIME),
            Values.durationOrZero("--silence", silence, MAX_TIME),
            ratio);
    DiagnosisFiles sources = new DiagnosisFiles("FILE", files);
    sources.require();
    Writable.require("--html", html, files);
    Writable.require("--png", png, files);
    Writable.requireDifferent("--png", png, "--html", html);
    Diagnosis diagnosis = sources.replayed(replay);
    DiagnosisReport report = new DiagnosisReport(diagnosis, ratio);
    switch (format.format()) {
      case TEXT -> format.answer().print(report.text());
      case MD -> format.answer().print(report.markdown());
      case JSON -> format.answer().print(report.json());
    }
    draw(diagnosis, report, sources.title());
    return (diagnosis.stalled() ? ExitStatus.STALLED : ExitStatus.SUCCESS).code();
  }

  private void draw(Diagnosis diagnosis, DiagnosisReport report, String title) throws IOException {
    if (html != null) {
      WholeFile.write(html, TimelinePage.render(diagnosis, title, report.advice(), report.notes()));
      format.remarks().println("page: " + html);
    }
    if (png != null) {
      picture(diagnosis, title);
    }
  }

  /** A machine without fonts, or a log with nothing to draw, changes nothing about the verdict. */
  private void picture(Diagnosis diagnosis, String title) {
    try {
      TimelinePicture.writePng(diagnosis, title, png);
      format.remarks().println("picture: " + png);
    } catch (IOException e) {
      format.remarks().println(OneLine.of("warning: no picture: " + e.getMessage()));
    }
  }
}
