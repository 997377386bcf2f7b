package io.streambench.diagnose.jvm;

import io.streambench.base.files.ScratchFolder;
import io.streambench.base.files.Threads;
import io.streambench.diagnose.watch.Sample;
import io.streambench.diagnose.watch.SampleReader;
import io.streambench.diagnose.watch.Watch;
import io.streambench.diagnose.watch.WatchStatus;
import io.streambench.flow.recording.FlowControlRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A running JVM in which an agent observes the HTTP/2 client sessions. This process writes the
 * recording, because starting Flight Recorder in the watched JVM would discard compiled code there.
 * The agent ends on {@link #close}, or 15 s after this process has ended.
 */
public final class WatchedJvm implements AutoCloseable {
  public static final String RECORDING_FILE_NAME = "events.jfr";

  private static final long READ_INTERVAL_MILLIS = 100;
  private static final long END_POLL_INTERVAL_MILLIS = 100;

  /** The maximum time to wait for the last samples. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(15);

  private final Jcmd jvm;
  private final LoadedAgent agent;
  private final SampleReader samples;
  private final Path recordingFile;
  private final LongAdder eventCount = new LongAdder();
  private long consumptionSampleCount;
  private volatile IOException readFailure;
  private final FlowControlRecording recording;
  private final ScheduledExecutorService readExecutor =
      Executors.newSingleThreadScheduledExecutor(
          work -> Threads.daemon("streambench-samples", work));

  private WatchedJvm(Jcmd jvm, LoadedAgent agent) throws IOException {
    this.jvm = jvm;
    this.agent = agent;
    this.samples = new SampleReader(agent.agentFolder());
    this.recordingFile = agent.launcherFolder().resolve(RECORDING_FILE_NAME);
    // Samples are recorded as they arrive, and the agent itself sends the states.
    this.recording = FlowControlRecording.prepare(eventCount::sum, agent.launcherFolder());
    recording.dumpOnExit(recordingFile);
    recording.begin();
    var unused =
        readExecutor.scheduleWithFixedDelay(
            this::readSamples, 0, READ_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void readSamples() {
    try {
      for (String sample : samples.readNewSamples()) {
        Sample.record(sample);
        eventCount.increment();
        consumptionSampleCount += Sample.isConsumption(sample) ? 1 : 0;
      }
      readFailure = null;
    } catch (IOException | RuntimeException e) {
      readFailure = new IOException("what the agent wrote cannot be read: " + e, e);
    }
  }

  /** Starts watching a JVM. Both processes must have access to {@code scratch}. */
  public static WatchedJvm begin(Jcmd jvm, ScratchFolder scratch, Duration silence)
      throws IOException {
    Map<String, String> order =
        Map.of(Watch.SILENCE_MILLIS_PROPERTY, Long.toString(silence.toMillis()));
    LoadedAgent agent =
        LoadedAgent.begin(jvm, scratch, Watch.class, order, jvm::unwatchableException);
    try {
      WatchStatus status = agent.status(WatchStatus.class);
      if (status.state() == WatchStatus.State.FAILED) {
        throw jvm.unwatchableException(status.reason());
      }
      return new WatchedJvm(jvm, agent);
    } catch (IOException | RuntimeException e) { // for example, the disk is full
      agent.close();
      throw e;
    }
  }

  /** Returns the agent's last status, and records all samples written before that status. */
  public WatchStatus status() throws IOException {
    WatchStatus status = agent.status(WatchStatus.class);
    readSamples();
    return status;
  }

  /**
   * Returns the same as {@link #status}, but throws an exception if the watch cannot continue.
   *
   * @param warnings receives a line if the JVM has become suspended
   */
  public WatchStatus requireStatus(Consumer<String> warnings) throws IOException {
    WatchStatus status = status();
    agent.requireReporting(status.reportNumber(), warnings);
    if (readFailure != null) {
      throw readFailure;
    }
    return status;
  }

  /** Returns the folder that the watched JVM writes to. */
  public Path agentFolder() {
    return agent.agentFolder();
  }

  /** Returns the number of samples that have shown that a reader consumed data. */
  public synchronized long consumptionSampleCount() {
    return consumptionSampleCount;
  }

  /**
   * Ends the watch and returns the recording, even if the watched JVM was killed or does not
   * respond.
   *
   * @param interrupted whether this JVM is shutting down; Flight Recorder then writes the file
   *     during the shutdown
   */
  public Path end(boolean interrupted) throws IOException, InterruptedException {
    agent.close();
    long startNanos = System.nanoTime();
    while (jvm.process().isAlive()
        && status().state() == WatchStatus.State.WATCHING
        && System.nanoTime() - startNanos < END_TIMEOUT.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(END_POLL_INTERVAL_MILLIS);
    }
    readExecutor.shutdownNow();
    if (!interrupted) {
      readSamples();
      recording.dumpTo(recordingFile);
    } else if (!recording.awaitDumpOnExit()) {
      throw new IOException("Flight Recorder has not written it");
    }
    return recordingFile;
  }

  @Override
  public void close() {
    agent.close();
    readExecutor.shutdownNow();
    recording.close();
  }
}
