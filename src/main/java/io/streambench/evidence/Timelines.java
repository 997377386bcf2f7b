package io.streambench.evidence;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.EventReader;
import io.streambench.files.WholeFile;
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
 */
public final class Timelines implements Rendering {
  static final String PAGE = "timeline.html";
  static final String PICTURE = "timeline.png";

  private final String title;
  private final Duration stallTimeout;
  private final Duration silence;

  /**
   * @param title of the page, which is not redacted: nothing that tells of a machine
   * @param stallTimeout of the run
   */
  public Timelines(String title, Duration stallTimeout) {
    this(title, stallTimeout, Duration.ZERO);
  }

  Timelines(String title, Duration stallTimeout, Duration silence) {
    this.title = title;
    this.stallTimeout = stallTimeout;
    this.silence = silence;
  }

  @Override
  public void render(Path evidence, Path into) throws IOException {
    Diagnosis diagnosis = diagnosis(evidence);
    if (diagnosis.events() == 0) {
      return;
    }
    DiagnosisReport report = new DiagnosisReport(diagnosis, FlowControlSettings.JETTY_BUFFER_RATIO);
    WholeFile.write(into.resolve(PAGE), TimelinePage.render(diagnosis, title, report));
    TimelinePicture.writePng(diagnosis, title, into.resolve(PICTURE));
  }

  private Diagnosis diagnosis(Path evidence) throws IOException {
    FlowControlReplay replay =
        new FlowControlReplay(stallTimeout, silence, FlowControlSettings.JETTY_BUFFER_RATIO);
    List<Path> run = List.of(evidence);
    try (EventReader reader = EventFiles.open(run)) {
      return replay.replay(reader).or(ToldVerdict.of(run));
    }
  }
}
