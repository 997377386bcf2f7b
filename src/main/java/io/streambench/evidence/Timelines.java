package io.streambench.evidence;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.Verdict;
import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.EventReader;
import io.streambench.files.WholeFile;
import io.streambench.redaction.Redactor;
import io.streambench.report.diagnosis.DiagnosisReport;
import io.streambench.report.diagnosis.TimelinePage;
import io.streambench.report.diagnosis.TimelinePicture;
import io.streambench.watchdog.ToldVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Draws {@value #PAGE} and {@value #PICTURE} from the recording of a run, or from its log where
 * there is none. A run over HTTP/1.1 has nothing to draw, and nothing is written.
 *
 * @param title of the page, which is not redacted: nothing that tells of a machine
 * @param stallTimeout of the run
 * @param silence at the end of the source that is a stall
 */
record Timelines(String title, Duration stallTimeout, Duration silence) {
  static final String PAGE = "timeline.html";
  static final String PICTURE = "timeline.png";

  /** Draws what a run's folder shows. */
  void draw(Path run, Path into) throws IOException {
    draw(diagnosis(List.of(run), run), into);
  }

  /**
   * Draws with placeholders.
   *
   * @param sources recordings of the run, or its redacted log
   */
  void drawRedacted(List<Path> sources, Path run, Redactor redactor, Path into)
      throws IOException {
    Diagnosis of = diagnosis(sources, run);
    draw(
        new Diagnosis(
            of.verdict().map(verdict -> redacted(verdict, redactor)),
            of.events(),
            of.counts(),
            of.fromNanos(),
            of.toNanos(),
            of.sessions().stream().map(session -> redacted(session, redactor)).toList(),
            of.longestStalls()),
        into);
  }

  private Diagnosis diagnosis(List<Path> sources, Path run) throws IOException {
    FlowControlReplay replay =
        new FlowControlReplay(stallTimeout, silence, FlowControlSettings.JETTY_BUFFER_RATIO);
    try (EventReader reader = EventFiles.open(sources)) {
      return replay.replay(reader).or(ToldVerdict.of(List.of(run)));
    }
  }

  private void draw(Diagnosis diagnosis, Path into) throws IOException {
    if (diagnosis.events() == 0) {
      return;
    }
    DiagnosisReport report = new DiagnosisReport(diagnosis, FlowControlSettings.JETTY_BUFFER_RATIO);
    WholeFile.write(into.resolve(PAGE), TimelinePage.render(diagnosis, title, report));
    TimelinePicture.writePng(diagnosis, title, into.resolve(PICTURE));
  }

  private static Verdict redacted(Verdict of, Redactor redactor) {
    return new Verdict(
        of.outcome(),
        of.finding(),
        of.cause(),
        redactor.redact(of.reason()),
        of.session().map(session -> redacted(session, redactor)),
        of.streams(),
        of.sessions().stream().map(session -> redacted(session, redactor)).toList());
  }

  private static SessionDiagnosis redacted(SessionDiagnosis of, Redactor redactor) {
    return new SessionDiagnosis(
        redacted(of.state(), redactor),
        of.stalled(),
        of.sessionWindow(),
        of.streamWindow(),
        of.maxOpenStreams(),
        of.windowUpdatesSent(),
        of.peakUnreadBytes(),
        of.sessionStalls(),
        of.streamStalls(),
        of.timeline());
  }

  /** Its identifier is a hash, and the rest but these are numbers. */
  private static SessionState redacted(SessionState of, Redactor redactor) {
    return new SessionState(
        of.id(),
        of.role(),
        redactor.redact("owner", of.owner()),
        redactor.redact("local", of.local()),
        redactor.redact("remote", of.remote()),
        of.receiveWindow(),
        of.sendWindow(),
        of.unreadBytes(),
        of.unacknowledgedBytes(),
        of.cancelledBytes(),
        of.unheardStreams(),
        of.exhaustedSinceNanos(),
        of.mayNotSendSinceNanos(),
        of.streams());
  }
}
