package io.streambench.flow.recording;

import io.streambench.flow.events.Recorded;
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
 * Records the flow-control events of a source with Java Flight Recorder, and once per second the
 * state of each session. Keeps the last ten minutes, but no more than {@value #MAX_MEGABYTES} MB.
 * Only one may exist at a time in a JVM. Prepare it before any code whose speed matters, because
 * the JVM discards all compiled code when the events are first enabled.
 */
public final class FlowControlRecording implements AutoCloseable {
  static final long MAX_MEGABYTES = 24;
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private static final String EXIT_HOOK_THREAD = "JFR Shutdown Hook";
  private static final Duration KEEP_TIMEOUT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;

  private static final List<Class<? extends Event>> EVENTS =
      List.of(Recorded.FlowControl.class, Recorded.Session.class, Recorded.Recorder.class);

  private final Source source;
  private final Recording recording;
  private final Runnable stateHook;
  private final Runnable recorderStateHook;
  private final boolean chunksMoved;
  private boolean stopped;

  /** Produces the events that are recorded. */
  public interface Source {
    /** Starts to produce events. */
    default void begin() {}

    /** Emits the state of each session. Called once per second, on any thread. */
    default void recordStates() {}

    /** The number of events that the source has produced. */
    long eventsMade();
  }

  private FlowControlRecording(Source source, boolean chunksMoved) {
    this.source = source;
    this.chunksMoved = chunksMoved;
    this.recording = new Recording();
    this.stateHook = source::recordStates;
    this.recorderStateHook = this::recordOwnState;
  }

  /** Prepares a recording; {@code folder} is for data that does not fit into memory. */
  public static FlowControlRecording prepare(Source source, Path folder) {
    FlowControlRecording prepared = new FlowControlRecording(source, keepChunksIn(folder));
    try {
      prepared.start();
    } catch (RuntimeException | Error e) { // a disk may be full
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
    FlightRecorder.addPeriodicEvent(Recorded.Session.class, stateHook);
    FlightRecorder.addPeriodicEvent(Recorded.Recorder.class, recorderStateHook);
    recording.start();
  }

  /** Starts to record. Earlier events are not included. */
  public FlowControlRecording begin() {
    source.begin();
    stateHook.run();
    return this;
  }

  public synchronized void dumpTo(Path file) throws IOException {
    if (stopped) {
      throw new IOException("the recording has been closed");
    }
    try {
      stateHook.run();
      recorderStateHook.run();
    } finally { // writes the recording even if Jetty can no longer be read
      recording.dump(file);
    }
  }

  private void recordOwnState() {
    Recorded.Recorder event = new Recorded.Recorder();
    event.formatVersion = Recorded.FORMAT_VERSION;
    event.eventsMade = source.eventsMade();
    event.commit();
  }

  /** Tries to put chunks into the run's folder, so that a killed process leaves none elsewhere. */
  private static boolean keepChunksIn(Path folder) {
    return FlightRecorder.getFlightRecorder().getRecordings().isEmpty() && setRepository(folder);
  }

  /** Sets the folder of Flight Recorder's chunks, and returns whether that succeeded. */
  private static boolean setRepository(Path folder) {
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

  /** Quotes a folder for a command split at spaces. Neither kind of quote can be escaped. */
  private static String quoted(Path folder) {
    String quote = folder.toString().contains("\"") ? "'" : "\"";
    return quote + folder + quote;
  }

  /**
   * Makes later recordings use the JVM's temporary folder, because the run's folder will be
   * deleted.
   */
  private static void moveChunksBack() {
    try {
      Path inside = Files.createTempFile("streambench-", null);
      setRepository(inside.getParent());
      Files.delete(inside);
    } catch (IOException e) {
      // There is no temporary folder either; a later recording will report that.
    }
  }

  /** Writes the recording to a file when this JVM exits, unless the recording is closed first. */
  public void keepAtExit(Path file) throws IOException {
    recording.setDestination(file);
    recording.setDumpOnExit(true);
  }

  /**
   * Waits for the file of {@link #keepAtExit} while the JVM exits; returns false if the file is not
   * complete within 10 s.
   */
  public boolean awaitKept() throws InterruptedException, IOException {
    long startNanos = System.nanoTime();
    while (Files.size(recording.getDestination()) == 0 || isAlive(EXIT_HOOK_THREAD)) {
      if (System.nanoTime() - startNanos > KEEP_TIMEOUT.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  private static boolean isAlive(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(alive -> alive.getName().equals(thread));
  }

  @Override
  public synchronized void close() {
    if (!stopped) {
      stopped = true;
      FlightRecorder.removePeriodicEvent(stateHook);
      FlightRecorder.removePeriodicEvent(recorderStateHook);
      recording.close();
      if (chunksMoved) {
        moveChunksBack();
      }
    }
  }
}
