package io.streambench.flow.recording;

import io.streambench.flow.events.JfrEvents;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * A Flight Recorder recording of flow-control events, with the state of each session once per
 * second. Keeps the last ten minutes, but at most {@value #MAX_MEGABYTES} MB. Only one instance may
 * exist per JVM. Prepare it before any measurement, because the JVM discards all compiled code when
 * the events are first enabled.
 */
public final class FlowControlRecording implements AutoCloseable {
  static final long MAX_MEGABYTES = 24;
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private static final String EXIT_HOOK_THREAD_NAME = "JFR Shutdown Hook";
  private static final Duration DUMP_TIMEOUT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;

  private static final List<Class<? extends Event>> EVENTS =
      List.of(JfrEvents.FlowControl.class, JfrEvents.Session.class, JfrEvents.Recorder.class);

  private final Source source;
  private final Recording recording;
  private final Runnable stateHook;
  private final Runnable recorderStateHook;
  private final boolean hasMovedChunks;
  private boolean isClosed;

  /** A source of the recorded events. */
  public interface Source {
    /** Starts emitting events. */
    default void begin() {}

    /** Emits the state of each session. Called once per second, by any thread. */
    default void recordStates() {}

    /** Returns the number of events emitted so far. */
    long emittedEventCount();
  }

  private FlowControlRecording(Source source, boolean hasMovedChunks) {
    this.source = source;
    this.hasMovedChunks = hasMovedChunks;
    this.recording = new Recording();
    this.stateHook = source::recordStates;
    this.recorderStateHook = this::recordOwnState;
  }

  /** Prepares a recording that keeps its temporary files in {@code folder} if possible. */
  public static FlowControlRecording prepare(Source source, Path folder) {
    FlowControlRecording prepared = new FlowControlRecording(source, tryMoveChunksTo(folder));
    try {
      prepared.start();
    } catch (RuntimeException | Error e) { // for example, the disk is full
      prepared.close();
      throw e;
    }
    return prepared;
  }

  private void start() {
    // Registered here because a security manager may restrict the thread of the first event.
    EVENTS.forEach(FlightRecorder::register);
    recording.setName("streambench");
    recording.setToDisk(true);
    recording.setMaxSize(MAX_MEGABYTES << 20);
    recording.setMaxAge(MAX_AGE);
    EVENTS.forEach(recording::enable);
    FlightRecorder.addPeriodicEvent(JfrEvents.Session.class, stateHook);
    FlightRecorder.addPeriodicEvent(JfrEvents.Recorder.class, recorderStateHook);
    recording.start();
  }

  /** Starts recording. Events before this call are not included. */
  public FlowControlRecording begin() {
    source.begin();
    stateHook.run();
    return this;
  }

  /** Writes the events recorded so far to a file, with the current state of each session. */
  public synchronized void dumpTo(Path file) throws IOException {
    if (isClosed) {
      throw new IOException("the recording has been closed");
    }
    try {
      stateHook.run();
      recorderStateHook.run();
    } finally { // dump even if the state cannot be read
      recording.dump(file);
    }
  }

  private void recordOwnState() {
    JfrEvents.Recorder event = new JfrEvents.Recorder();
    event.formatVersion = JfrEvents.FORMAT_VERSION;
    event.eventsMade = source.emittedEventCount();
    event.commit();
  }

  /**
   * Moves Flight Recorder's temporary files to {@code folder} if no other recording exists. Returns
   * whether the files were moved.
   */
  private static boolean tryMoveChunksTo(Path folder) {
    return FlightRecorder.getFlightRecorder().getRecordings().isEmpty() && trySetRepository(folder);
  }

  /** Sets the folder of Flight Recorder's temporary files. Returns whether this succeeded. */
  private static boolean trySetRepository(Path folder) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "jfrConfigure",
              new Object[] {new String[] {"repositorypath=" + quote(folder)}},
              new String[] {String[].class.getName()});
      return true;
    } catch (JMException | JMRuntimeException | SecurityException e) {
      return false;
    }
  }

  /** Quotes a path for {@code jfrConfigure}, which splits its arguments at spaces. */
  private static String quote(Path folder) {
    String quote = folder.toString().contains("\"") ? "'" : "\"";
    return quote + folder + quote;
  }

  /** Moves Flight Recorder's temporary files back to the system's temporary folder. */
  private static void moveChunksBack() {
    try {
      Path inside = Files.createTempFile("streambench-", null);
      trySetRepository(inside.getParent());
      Files.delete(inside);
    } catch (IOException e) {
      // There is no temporary folder either; a later recording will report that.
    }
  }

  /** Requests that the recording be written to a file at JVM exit, unless it is closed earlier. */
  public void dumpOnExit(Path file) throws IOException {
    recording.setDestination(file);
    recording.setDumpOnExit(true);
  }

  /**
   * Waits, during JVM shutdown, until the file of {@link #dumpOnExit} has been written. Returns
   * false if writing takes longer than ten seconds.
   */
  public boolean awaitDumpOnExit() throws InterruptedException, IOException {
    long startNanos = System.nanoTime();
    while (Files.size(recording.getDestination()) == 0 || isThreadAlive(EXIT_HOOK_THREAD_NAME)) {
      if (System.nanoTime() - startNanos > DUMP_TIMEOUT.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  private static boolean isThreadAlive(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(alive -> alive.getName().equals(thread));
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      FlightRecorder.removePeriodicEvent(stateHook);
      FlightRecorder.removePeriodicEvent(recorderStateHook);
      recording.close();
      if (hasMovedChunks) {
        moveChunksBack();
      }
    }
  }
}
