package io.streambench.bench.evidence;

import io.streambench.base.files.AtomicFile;
import io.streambench.bench.redaction.Redactor;
import io.streambench.bench.runfolder.RecordedVerdict;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.diagnose.report.ShardNames;
import io.streambench.diagnose.report.TimelinePicture;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The timelines of a run, drawn to {@value #PAGE_FILE} and {@value #PICTURE_FILE} from the run's
 * recording or log. The recording or log is read only once, even if both an original and a redacted
 * timeline are drawn. Nothing is drawn for a run over HTTP/1.1.
 */
final class Timelines {
  static final String PAGE_FILE = "timeline.html";
  static final String PICTURE_FILE = "timeline.png";

  final Path runFolder;
  private final String title;
  private final Duration stallTimeout;
  private final Duration minSilence;
  private Diagnosis diagnosis;

  /** Creates timelines with a title that is not redacted. */
  Timelines(Path runFolder, String title, Duration stallTimeout, Duration minSilence) {
    this.runFolder = runFolder;
    this.title = title;
    this.stallTimeout = stallTimeout;
    this.minSilence = minSilence;
  }

  void draw(Redactor redactor, Path targetFolder) throws IOException {
    if (diagnosis == null) {
      diagnosis =
          new FlowControlReplay(stallTimeout, minSilence, ReceiveWindow.JETTY_BUFFER_RATIO)
              .replayOperation(() -> EventFiles.open(List.of(runFolder)))
              .withReportedVerdict(RecordedVerdict.of(List.of(runFolder)));
    }
    Diagnosis shown = redactor == null ? diagnosis : redactDiagnosis(redactor);
    if (shown.eventCount() > 0) {
      DiagnosisReport report = new DiagnosisReport(shown, ReceiveWindow.JETTY_BUFFER_RATIO);
      AtomicFile.write(targetFolder.resolve(PAGE_FILE), report.page(title));
      ShardNames shards =
          ShardNames.of(runFolder, redactor == null ? UnaryOperator.identity() : redactor::redact);
      TimelinePicture.writePng(shown, title, shards, targetFolder.resolve(PICTURE_FILE));
    }
  }

  /**
   * Returns the diagnosis with redacted session names and a redacted reason for the verdict, and
   * without any other texts.
   */
  private Diagnosis redactDiagnosis(Redactor redactor) {
    List<SessionDiagnosis> sessions =
        diagnosis.sessions().stream().map(session -> session.mapNames(redactor::redact)).toList();
    Optional<Verdict> verdict =
        diagnosis
            .verdict()
            .map(
                hang ->
                    hang.withReason(redactor.redact(hang.reason()))
                        .withSessions(
                            hang.session().map(session -> session.mapNames(redactor::redact)),
                            List.of()));
    return new Diagnosis(
        diagnosis.source(),
        verdict,
        Optional.empty(),
        diagnosis.eventCount(),
        diagnosis.counts().withoutTextFindings(),
        diagnosis.startNanos(),
        diagnosis.endNanos(),
        sessions,
        diagnosis.longestStalls());
  }
}
