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
 * Draws {@value #PAGE} and {@value #PICTURE} from a run's recording or log. Reads the recording or
 * log only once, even if both an original and a redacted timeline are drawn. Draws nothing for a
 * run over HTTP/1.1.
 */
final class Timelines {
  static final String PAGE = "timeline.html";
  static final String PICTURE = "timeline.png";

  final Path runFolder;
  private final String title;
  private final Duration stallTimeout;
  private final Duration silence;
  private Diagnosis diagnosis;

  /**
   * @param title title of the page, which is not redacted
   * @param silence minimum silence at the end of the recording or log that counts as a stall
   */
  Timelines(Path runFolder, String title, Duration stallTimeout, Duration silence) {
    this.runFolder = runFolder;
    this.title = title;
    this.stallTimeout = stallTimeout;
    this.silence = silence;
  }

  void draw(Redactor redactor, Path into) throws IOException {
    if (diagnosis == null) {
      diagnosis =
          new FlowControlReplay(stallTimeout, silence, ReceiveWindow.JETTY_BUFFER_RATIO)
              .replayOperation(() -> EventFiles.open(List.of(runFolder)))
              .orReported(RecordedVerdict.of(List.of(runFolder)));
    }
    Diagnosis shown = redactor == null ? diagnosis : redacted(redactor);
    if (shown.events() > 0) {
      DiagnosisReport report = new DiagnosisReport(shown, ReceiveWindow.JETTY_BUFFER_RATIO);
      AtomicFile.write(into.resolve(PAGE), report.page(title));
      ShardNames shards =
          ShardNames.of(runFolder, redactor == null ? UnaryOperator.identity() : redactor::redact);
      TimelinePicture.writePng(shown, title, shards, into.resolve(PICTURE));
    }
  }

  /**
   * Returns the diagnosis with redacted session names and a redacted reason for the verdict, and
   * without any other texts.
   */
  private Diagnosis redacted(Redactor redactor) {
    List<SessionDiagnosis> sessions =
        diagnosis.sessions().stream().map(session -> session.renamed(redactor::redact)).toList();
    Optional<Verdict> verdict =
        diagnosis
            .verdict()
            .map(
                hang ->
                    hang.withReason(redactor.redact(hang.reason()))
                        .about(
                            hang.session().map(session -> session.renamed(redactor::redact)),
                            List.of()));
    return new Diagnosis(
        diagnosis.source(),
        verdict,
        Optional.empty(),
        diagnosis.events(),
        diagnosis.counts().withoutTextFindings(),
        diagnosis.fromNanos(),
        diagnosis.toNanos(),
        sessions,
        diagnosis.longestStalls());
  }
}
