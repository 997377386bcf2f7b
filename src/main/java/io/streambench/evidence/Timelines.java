package io.streambench.evidence;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.ReadCounts;
import io.streambench.files.WholeFile;
import io.streambench.redaction.Redactor;
import io.streambench.report.diagnosis.DiagnosisReport;
import io.streambench.report.diagnosis.ShardNames;
import io.streambench.report.diagnosis.TimelinePicture;
import io.streambench.watchdog.RecordedVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Draws {@value #PAGE} and {@value #PICTURE} from the recording or log of a run. For a run over
 * HTTP/1.1 there is nothing to draw.
 *
 * @param title title of the page, which is not redacted
 * @param silence silence at the end of the source that counts as a stall
 */
record Timelines(String title, Duration stallTimeout, Duration silence) {
  static final String PAGE = "timeline.html";
  static final String PICTURE = "timeline.png";

  void draw(Path run, Redactor redactor, Path into) throws IOException {
    FlowControlReplay replay =
        new FlowControlReplay(stallTimeout, silence, FlowControlSettings.JETTY_BUFFER_RATIO);
    Diagnosis found =
        replay
            .replayOperation(
                () ->
                    redactor == null
                        ? EventFiles.open(List.of(run))
                        : EventFiles.open(List.of(run), redactor::redact))
            .or(RecordedVerdict.of(List.of(run)));
    Diagnosis shown = redactor == null ? found : redacted(found, redactor);
    if (shown.events() > 0) {
      DiagnosisReport report = new DiagnosisReport(shown, FlowControlSettings.JETTY_BUFFER_RATIO);
      WholeFile.write(into.resolve(PAGE), report.page(title));
      ShardNames shards =
          ShardNames.of(run, redactor == null ? UnaryOperator.identity() : redactor::redact);
      TimelinePicture.writePng(shown, title, shards, into.resolve(PICTURE));
    }
  }

  /** Redacts the reason and drops other texts; session names were redacted while reading. */
  private static Diagnosis redacted(Diagnosis of, Redactor redactor) {
    ReadCounts counts = of.counts();
    return new Diagnosis(
        of.source(),
        of.verdict().map(verdict -> verdict.withReason(redactor.redact(verdict.reason()))),
        Optional.empty(),
        of.events(),
        counts.withoutTexts(),
        of.fromNanos(),
        of.toNanos(),
        of.sessions(),
        of.longestStalls());
  }
}
