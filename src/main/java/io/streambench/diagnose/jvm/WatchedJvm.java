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

/**
 * A running JVM whose client sessions an agent observes. This process makes the recording, since
 * starting Flight Recorder in the watched JVM would discard its compiled code. The agent ends when
 * this is closed, or 15 s after this process has died.
 */
public final class WatchedJvm implements AutoCloseable {
  public static final String RECORDING = "events.jfr";

  private static final long READ_INTERVAL_MILLIS = 100;
  private static final long END_POLL_INTERVAL_MILLIS = 100;

  /** Maximum wait for the last samples; a JVM that responds writes them much sooner. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(15);

  private final Jcmd jvm;
  private final LoadedAgent agent;
  private final SampleReader samples;
  private final Path file;
  private final LongAdder eventCount = new LongAdder();
  private long reads;
  private volatile IOException readFailure;
  private final FlowControlRecording recording;
  private final ScheduledExecutorService readExecutor =
      Executors.newSingleThreadScheduledExecutor(
          work -> Threads.daemon("streambench-samples", work));

  private WatchedJvm(Jcmd jvm, LoadedAgent agent) throws IOException {
    this.jvm = jvm;
    this.agent = agent;
    this.samples = new SampleReader(agent.folder());
    this.file = agent.ownFolder().resolve(RECORDING);
    // Samples are recorded as they arrive, and the agent sends the states itself.
    this.recording = FlowControlRecording.prepare(eventCount::sum, agent.ownFolder());
    recording.keepAtExit(file);
    recording.begin();
    var unused =
        readExecutor.scheduleWithFixedDelay(
            this::read, 0, READ_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void read() {
    try {
      for (String sample : samples.next()) {
        Sample.record(sample);
        eventCount.increment();
        reads += Sample.isConsumption(sample) ? 1 : 0;
      }
      readFailure = null;
    } catch (IOException | RuntimeException e) {
      readFailure = new IOException("what the agent wrote cannot be read: " + e, e);
    }
  }

  /** Starts watching; both processes must see {@code scratch}. */
  public static WatchedJvm begin(Jcmd jvm, ScratchFolder scratch, Duration silence)
      throws IOException {
    Map<String, String> order = Map.of(Watch.SILENCE_MILLIS, Long.toString(silence.toMillis()));
    LoadedAgent agent = LoadedAgent.begin(jvm, scratch, Watch.class, order, jvm::cannotWatch);
    try {
      WatchStatus status = agent.status(WatchStatus.class);
      if (status.state() == WatchStatus.State.FAILED) {
        throw jvm.cannotWatch(status.reason());
      }
      return new WatchedJvm(jvm, agent);
    } catch (IOException | RuntimeException e) { // for example, the disk is full
      agent.close();
      throw e;
    }
  }

  /** Returns the last status, and records all samples that the agent wrote before it. */
  public WatchStatus status() throws IOException {
    WatchStatus status = agent.status(WatchStatus.class);
    read();
    return status;
  }

  /** Returns the last status; throws if the watch cannot continue. */
  public WatchStatus next() throws IOException {
    WatchStatus status = status();
    agent.requireReporting(status.beat());
    if (readFailure != null) {
      throw readFailure;
    }
    return status;
  }

  /** The folder that the watched JVM writes to. */
  public Path folder() {
    return agent.folder();
  }

  /** The number of samples so far in which a reader had consumed data. */
  public synchronized long reads() {
    return reads;
  }

  /**
   * Ends the watch and returns the recording, even for a JVM that was killed or does not respond.
   *
   * @param interrupted whether this JVM is exiting, in which case Flight Recorder writes the file
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
      read();
      recording.dumpTo(file);
    } else if (!recording.awaitKept()) {
      throw new IOException("Flight Recorder has not written it");
    }
    return file;
  }

  @Override
  public void close() {
    agent.close();
    readExecutor.shutdownNow();
    recording.close();
  }
}
