package io.streambench.cli;

import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.files.ScratchFolder;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.jvm.InspectionInterval;
import io.streambench.diagnose.jvm.WatchedJvm;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.diagnose.watch.WatchStatus;
import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A watch over a running JVM, which ends when a session hangs. If a session with an exhausted
 * window is silent, the watch diagnoses a heap dump or, if dumps are not allowed, its own
 * recording.
 */
final class AttachWatch {
  private static final long POLL_INTERVAL_MILLIS = 1_000;

  private final HeapInspection inspection;
  private final FormatOption format;
  private final Interruption interruption;
  private final Set<String> reportedRefusals = new HashSet<>();
  private final InspectionInterval inspectionInterval;
  private Optional<Reason> doubtReason = Optional.empty();
  private boolean hasSeenSession;
  private boolean hasReportedSilence;
  private long readCountAtSilence;

  AttachWatch(HeapInspection inspection, Interruption interruption) {
    this.inspection = inspection;
    this.format = inspection.format();
    this.interruption = interruption;
    this.inspectionInterval = new InspectionInterval(inspection.silence());
  }

  /**
   * The report and the recording, if available. The report describes the heap dump or, without a
   * dump, the recording.
   */
  record Result(Optional<DiagnosisReport> report, Optional<Path> recording) {}

  /** Watches the JVM. This JVM and the watched JVM must both be able to access {@code scratch}. */
  Result watch(ScratchFolder scratch) throws IOException, InterruptedException {
    try (WatchedJvm watched = WatchedJvm.begin(inspection.jvm(), scratch, inspection.silence())) {
      format.printNote(
          TextFormat.of(
              "watching process %d until a session hangs or you press Ctrl-C; a hang is followed"
                  + " by a heap dump%s",
              inspection.jvm().pid(),
              inspection.isLongPauseAllowed()
                  ? ""
                  : ", unless the heap has more than 2 GB (--yes allows that)"));
      Optional<HeapDiagnosis> stall = awaitStall(watched, scratch);
      Optional<Path> recording = endWatch(watched);
      Optional<Diagnosis> recorded = diagnoseRecording(recording);
      double ratio = ReceiveWindow.JETTY_BUFFER_RATIO;
      return new Result(
          stall
              .map(dump -> new DiagnosisReport(dump, ratio))
              .or(() -> recorded.map(events -> new DiagnosisReport(events, ratio))),
          recording);
    }
  }

  /** Ends the watch and returns the recording. On failure, warns and returns empty. */
  private Optional<Path> endWatch(WatchedJvm watchedJvm) throws InterruptedException {
    try {
      Path recording = watchedJvm.end(interruption.isRequested());
      WatchStatus status = watchedJvm.status();
      if (status.state() == WatchStatus.State.FAILED) {
        format.warn("the watch has failed: " + status.reason());
      }
      return Optional.of(recording);
    } catch (IOException | RuntimeException e) {
      format.warn("there is no recording: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Diagnosis> diagnoseRecording(Optional<Path> recording) {
    FlowControlReplay replay =
        new FlowControlReplay(
            inspection.silence(), inspection.silence(), ReceiveWindow.JETTY_BUFFER_RATIO);
    if (recording.isEmpty()) {
      return Optional.empty();
    }
    try {
      Diagnosis diagnosis = replay.replayOperation(() -> EventFiles.open(List.of(recording.get())));
      if (diagnosis.eventCount() == 0) {
        format.warn("the recording is empty: no HTTP/2 session sent or received anything");
        return Optional.empty();
      }
      return Optional.of(doubtReason.map(diagnosis::withDoubt).orElse(diagnosis));
    } catch (IOException | RuntimeException e) {
      format.warn("the recording cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<HeapDiagnosis> awaitStall(WatchedJvm watchedJvm, ScratchFolder scratch)
      throws IOException, InterruptedException {
    while (!interruption.await(POLL_INTERVAL_MILLIS)) {
      WatchStatus status;
      try {
        status = watchedJvm.requireStatus(format::warn);
      } catch (IOException e) {
        format.warn(e.getMessage());
        return Optional.empty();
      }
      if (status.state() == WatchStatus.State.ENDED) {
        format.warn(
            "the agent has stopped: 'release --undo' ended it, or this program stood still for 15 s"
                + " or more. Start it again");
      }
      if (status.state() != WatchStatus.State.WATCHING) {
        return Optional.empty();
      }
      reportStatus(status);
      reportResumedReading(watchedJvm.consumptionSampleCount());
      List<SilentSession> silent = status.silentSessions();
      if (silent.isEmpty()) {
        doubtReason = Optional.empty(); // an earlier dump does not cover a later silence
      }
      if (!silent.isEmpty() && inspectionInterval.isDue(System.nanoTime())) {
        silent.forEach(this::reportSilence);
        hasReportedSilence = true;
        readCountAtSilence = watchedJvm.consumptionSampleCount();
        if (inspection.needsConfirmation()) {
          format.printNote(
              "its heap is larger than 2 GB: not dumped. To dump it, start again with --yes");
          return Optional.empty();
        }
        Optional<HeapDiagnosis> stall = inspectHeap(scratch, watchedJvm.agentFolder());
        if (stall.isPresent()) {
          return stall;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<HeapDiagnosis> inspectHeap(ScratchFolder scratch, Path dumpFolder)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    String status;
    long stoppedNanos;
    try {
      inspection.requireDiskSpace("java.io.tmpdir", dumpFolder, scratch.path(), false);
      HeapInspection.Result result = inspection.inspect(scratch, dumpFolder, Optional.empty());
      Diagnosis diagnosis = result.diagnosis().toDiagnosis();
      if (diagnosis.isStalled()) {
        return Optional.of(result.diagnosis());
      }
      doubtReason = Optional.of(Kind.DUMP_IN_SILENCE.of(diagnosis.finding()));
      status = TextFormat.of("its heap shows no hang (%s)", diagnosis.finding());
      stoppedNanos = result.pauseNanos();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      status = "warning: the heap could not be read: " + e.getMessage();
      stoppedNanos = System.nanoTime() - startNanos; // an upper bound
    }
    Duration wait = inspectionInterval.recordInspection(System.nanoTime(), stoppedNanos);
    format.printNote(
        SingleLine.of(
            status + TextFormat.of("; no other dump in the next %d s", wait.toSeconds())));
    return Optional.empty();
  }

  /** Prints a line when data is consumed for the first time after a reported silence. */
  private void reportResumedReading(long readCount) {
    if (hasReportedSilence && readCount > readCountAtSilence) {
      hasReportedSilence = false;
      format.printNote("data is consumed again");
    }
  }

  private void reportSilence(SilentSession session) {
    format.printNote(
        TextFormat.of(
            "session %s to %s: no window left, %,d bytes unread, and nothing moved for %d s",
            session.id(), session.remote(), session.unreadBytes(), session.silentSeconds()));
  }

  private void reportStatus(WatchStatus status) {
    status.unwatchedReasons().stream()
        .filter(reportedRefusals::add)
        .map(refusal -> "not all is watched: " + refusal)
        .forEach(format::printNote);
    if (status.sessionCount() > 0 && !hasSeenSession) {
      hasSeenSession = true;
      format.printNote(TextFormat.of("sessions seen: %d", status.sessionCount()));
    }
  }
}
