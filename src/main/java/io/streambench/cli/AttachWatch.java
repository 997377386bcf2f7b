package io.streambench.cli;

import io.streambench.base.OneLine;
import io.streambench.base.Text;
import io.streambench.base.files.ScratchFolder;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.jvm.LookPace;
import io.streambench.diagnose.jvm.WatchedJvm;
import io.streambench.diagnose.watch.WatchStatus;
import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Watches a running JVM until a session hangs. A silent session without window may hang, so a heap
 * dump decides, or the recording if a dump is not allowed.
 */
final class AttachWatch {
  private static final long PERIOD_MILLIS = 1_000;

  private final HeapLook look;
  private final FormatOption format;
  private final Interruption interruption;
  private final Set<String> told = new HashSet<>();
  private final LookPace pace;
  private Optional<Reason> found = Optional.empty();
  private boolean seen;

  AttachWatch(HeapLook look, Interruption interruption) {
    this.look = look;
    this.format = look.format();
    this.interruption = interruption;
    this.pace = new LookPace(look.silence());
  }

  record Ended(
      Optional<HeapDiagnosis> stall, Optional<Diagnosis> recorded, Optional<Path> recording) {}

  /** Watches; {@code shared} is an empty folder that the JVM may write to. */
  Ended watch(ScratchFolder scratch, Path shared) throws IOException, InterruptedException {
    try (WatchedJvm watched = WatchedJvm.begin(look.jvm(), shared, look.silence())) {
      format.remark(
          Text.of(
              "watching process %d until a session hangs or you press Ctrl-C; a hang is followed"
                  + " by a heap dump%s",
              look.jvm().pid(),
              look.mayStopLong()
                  ? ""
                  : ", unless the heap has more than 2 GB (--yes allows that)"));
      Optional<HeapDiagnosis> stall = awaitStall(watched, scratch, shared);
      Optional<Path> recording = ended(watched);
      return new Ended(stall, diagnosed(recording), recording);
    }
  }

  /** Ends the watch; a failure here does not discard earlier findings. */
  private Optional<Path> ended(WatchedJvm watched) throws InterruptedException {
    try {
      Path recording = watched.end(interruption.asked());
      WatchStatus status = watched.status();
      if (status.state() == WatchStatus.State.FAILED) {
        format.warn("the watch has failed: " + status.reason());
      }
      return Optional.of(recording);
    } catch (IOException | RuntimeException e) {
      format.warn("there is no recording: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Diagnosis> diagnosed(Optional<Path> recording) {
    FlowControlReplay replay =
        new FlowControlReplay(look.silence(), look.silence(), look.bufferRatio());
    if (recording.isEmpty()) {
      return Optional.empty();
    }
    try {
      Diagnosis diagnosis = replay.replayOperation(() -> EventFiles.open(List.of(recording.get())));
      if (diagnosis.events() == 0) {
        format.warn("the recording is empty: no HTTP/2 session sent or received anything");
        return Optional.empty();
      }
      return Optional.of(found.map(diagnosis::doubted).orElse(diagnosis));
    } catch (IOException | RuntimeException e) {
      format.warn("the recording cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<HeapDiagnosis> awaitStall(WatchedJvm watched, ScratchFolder scratch, Path shared)
      throws IOException, InterruptedException {
    while (!interruption.awaited(PERIOD_MILLIS)) {
      if (!look.jvm().alive()) {
        format.warn("the JVM has ended");
        return Optional.empty();
      }
      WatchStatus status = watched.status();
      if (status.state() == WatchStatus.State.ENDED) {
        format.warn(
            "the agent has stopped: this program stood still for 15 s or more. Start it again");
      }
      if (status.state() != WatchStatus.State.WATCHING) {
        return Optional.empty();
      }
      Optional<String> broken = watched.broken(status, System.nanoTime());
      if (broken.isPresent()) {
        format.warn(broken.get());
        return Optional.empty();
      }
      tell(status);
      List<SilentSession> silent = status.silent();
      if (silent.isEmpty()) {
        found = Optional.empty(); // an earlier dump says nothing about a later silence
      }
      if (!silent.isEmpty() && pace.due(System.nanoTime())) {
        silent.forEach(this::tell);
        if (look.stopsForTooLong()) {
          format.remark(
              "its heap is larger than 2 GB: not dumped. To dump it, start again with --yes");
          return Optional.empty();
        }
        Optional<HeapDiagnosis> stall = looked(scratch, shared);
        if (stall.isPresent()) {
          return stall;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<HeapDiagnosis> looked(ScratchFolder scratch, Path shared)
      throws InterruptedException {
    long begun = System.nanoTime();
    String told;
    long stoppedNanos;
    try {
      look.requireRoom("java.io.tmpdir", shared, scratch.path(), false);
      HeapLook.Looked seen = look.look(scratch, shared, Optional.empty());
      Diagnosis diagnosis = seen.found().diagnosis();
      if (diagnosis.stalled()) {
        return Optional.of(seen.found());
      }
      found = Optional.of(Kind.DUMP_IN_SILENCE.of(diagnosis.finding()));
      told = Text.of("its heap shows no hang (%s)", diagnosis.finding());
      stoppedNanos = seen.stoppedNanos();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      told = "warning: the heap could not be read: " + e.getMessage();
      stoppedNanos = System.nanoTime() - begun; // the JVM may have been stopped all the time
    }
    Duration wait = pace.looked(System.nanoTime(), stoppedNanos);
    format.remark(OneLine.of(told + Text.of("; no other dump in the next %d s", wait.toSeconds())));
    return Optional.empty();
  }

  private void tell(SilentSession session) {
    format.remark(
        Text.of(
            "session %s to %s: no window left, %,d bytes unread, and nothing moved for %d s",
            session.id(), session.remote(), session.unreadBytes(), session.seconds()));
  }

  private void tell(WatchStatus status) {
    status.refusals().stream()
        .filter(told::add)
        .map(one -> "not all is watched: " + one)
        .forEach(format::remark);
    if (status.sessions() > 0 && !seen) {
      seen = true;
      format.remark(Text.of("sessions seen: %d", status.sessions()));
    }
  }
}
