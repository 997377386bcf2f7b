package io.streambench.recording;

import io.streambench.eventlog.Recorded;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Records every change of flow control with Java Flight Recorder, and once a second how every
 * session stands. Keeps the newest {@value #MAX_MEGABYTES} MB of at most ten minutes. One at a time
 * in a JVM, and prepared before anything that is to be fast: the JVM throws away all compiled code
 * when the events are first enabled.
 */
public final class FlowControlRecording implements AutoCloseable {
  static final long MAX_MEGABYTES = 24;
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private static final List<Class<? extends Event>> EVENTS =
      List.of(Recorded.FlowControl.class, Recorded.Session.class, Recorded.Recorder.class);

  private final SessionLedger ledger;
  private final FlowControlRecorder recorder;
  private final Recording recording;
  private final Runnable stateHook;
  private final Runnable ownHook;
  private final Set<SessionAccount> recordedClosed = ConcurrentHashMap.newKeySet();
  private final boolean chunksMoved;
  private boolean stopped;

  private FlowControlRecording(
      SessionLedger ledger, FlowControlRecorder recorder, boolean chunksMoved) {
    this.ledger = ledger;
    this.recorder = recorder;
    this.chunksMoved = chunksMoved;
    this.recording = new Recording();
    this.stateHook = this::states;
    this.ownHook = recorder::ownState;
  }

  /** Makes ready to record; without a folder Flight Recorder's own stays where it is. */
  static FlowControlRecording prepare(
      SessionLedger ledger, FlowControlRecorder recorder, Optional<Path> folder) {
    FlowControlRecording prepared =
        new FlowControlRecording(
            ledger, recorder, folder.filter(FlowControlRecording::keptChunksIn).isPresent());
    try {
      prepared.start();
    } catch (RuntimeException | Error e) { // a disk may be full
      prepared.close();
      throw e;
    }
    return prepared;
  }

  private void start() {
    // Here, and not at the first event: that may be on a thread which a security manager restricts.
    EVENTS.forEach(FlightRecorder::register);
    recording.setName("streambench");
    recording.setToDisk(true);
    recording.setMaxSize(MAX_MEGABYTES << 20);
    recording.setMaxAge(MAX_AGE);
    EVENTS.forEach(recording::enable);
    FlightRecorder.addPeriodicEvent(Recorded.Session.class, stateHook);
    FlightRecorder.addPeriodicEvent(Recorded.Recorder.class, ownHook);
    recording.start();
  }

  /** Begins to record; what happened before is not in it. */
  public FlowControlRecording begin() {
    ledger.accounts().stream().filter(SessionAccount::closed).forEach(recordedClosed::add);
    recorder.begin();
    stateHook.run();
    return this;
  }

  public synchronized void dumpTo(Path file) throws IOException {
    if (stopped) {
      throw new IOException("the recording has been closed");
    }
    try {
      stateHook.run();
      ownHook.run();
    } finally { // what was recorded is written, even if Jetty cannot be read any more
      recording.dump(file);
    }
  }

  private void states() {
    recordedClosed.retainAll(ledger.accounts());
    for (SessionAccount session : ledger.accounts()) {
      if (!session.closed()) {
        recorder.state(session);
      } else if (recordedClosed.add(session)) {
        recorder.closed(session);
      }
    }
  }

  /** Chunks with a run's data leave nothing behind when the process is killed. */
  private static boolean keptChunksIn(Path folder) {
    return FlightRecorder.getFlightRecorder().getRecordings().isEmpty() && repository(folder);
  }

  /** Sets the folder of Flight Recorder's chunks, and returns whether that succeeded. */
  private static boolean repository(Path folder) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "jfrConfigure",
              new Object[] {new String[] {"repositorypath=" + quoted(folder)}},
              new String[] {String[].class.getName()});
      return true;
    } catch (JMException | JMRuntimeException | SecurityException e) {
      return false;
    }
  }

  /** The command is taken apart at spaces; either quote keeps a value together, none escapes. */
  private static String quoted(Path folder) {
    String quote = folder.toString().contains("\"") ? "'" : "\"";
    return quote + folder + quote;
  }

  /** Our folder will be gone: later recordings by others get the JVM's temporary folder. */
  private static void moveChunksBack() {
    try {
      Path inside = Files.createTempFile("streambench-", null);
      repository(inside.getParent());
      Files.delete(inside);
    } catch (IOException e) {
      // No temporary folder either: Flight Recorder will say so to whoever needs one.
    }
  }

  /** Has the recording written there if this JVM ends in order before it is closed. */
  public void keepAtExit(Path file) throws IOException {
    recording.setDestination(file);
    recording.setDumpOnExit(true);
  }

  /** Takes the events out of Flight Recorder, for a class loader that goes; closes it as well. */
  public void closeAndForget() throws IOException {
    try {
      if (recording.getState() != RecordingState.CLOSED
          && recording.getState() != RecordingState.STOPPED) {
        recording.setDestination(null);
      }
    } finally {
      close();
      EVENTS.forEach(FlightRecorder::unregister);
    }
  }

  @Override
  public synchronized void close() {
    if (!stopped) {
      stopped = true;
      FlightRecorder.removePeriodicEvent(stateHook);
      FlightRecorder.removePeriodicEvent(ownHook);
      recording.close();
      if (chunksMoved) {
        moveChunksBack();
      }
    }
  }
}
