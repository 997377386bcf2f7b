package io.streambench.diagnose.watch;

import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.ClientSessionFinder;
import io.streambench.diagnose.live.Heartbeat;
import io.streambench.diagnose.live.StatusFile;
import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An agent task that samples the HTTP/2 client sessions of its own JVM and writes a {@link
 * WatchStatus} once per second. It changes nothing in the JVM. It ends on request, after a failure,
 * or when the requesting program is no longer running.
 */
public final class Watch implements AutoCloseable {
  /**
   * The property in the order file that contains the time without movement after which a session is
   * silent.
   */
  public static final String SILENCE_MILLIS_PROPERTY = "silenceMillis";

  private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MIN_SEARCH_INTERVAL = Duration.ofSeconds(2);
  private static final int WAIT_TO_SEARCH_RATIO = 50;

  /**
   * The number of consecutive searches that are skipped for lack of heap before the status reports
   * it.
   */
  private static final int SKIPPED_SEARCHES_TO_REPORT = 5;

  private final Path folder;
  private final Heartbeat heartbeat;
  private final Duration silence;
  private final Runnable onEnd;
  private final SampleWriter samples;
  private final CountDownLatch stopSignal = new CountDownLatch(1);
  private final List<SampledSession> sessions = new ArrayList<>();
  private final Set<String> unwatchedReasons = new TreeSet<>();
  private long nextSearchNanos = System.nanoTime();
  private int skippedSearchCount;
  private long reportNumber;

  private Watch(Properties order, Runnable onEnd) throws IOException {
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER_PROPERTY));
    this.heartbeat = new Heartbeat(order);
    this.silence = Duration.ofMillis(Long.parseLong(order.getProperty(SILENCE_MILLIS_PROPERTY)));
    this.onEnd = onEnd;
    this.samples = new SampleWriter(folder);
  }

  /**
   * Starts a watch, and returns after the first search for sessions. Called by {@link AgentMain}.
   */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable onEnd) throws IOException {
    ClientSessionFinder.openPackages(instrumentation);
    Watch watch = new Watch(order, onEnd);
    watch.start();
    return watch;
  }

  private void start() throws IOException {
    searchAndScheduleNext();
    writeStatus(WatchStatus.State.WATCHING, "");
    Thread thread = new Thread(this::run, "streambench-watch");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // keeps no reference to the application
    thread.start();
  }

  private void run() {
    String reason = "";
    try (samples) {
      sampleUntilStopped();
    } catch (InterruptedException e) {
      // another thread asked this thread to end
    } catch (IOException e) {
      reason = "no room to write in " + folder + ": " + e;
    } catch (Throwable e) { // a hung JVM may also be out of memory
      reason = "Jetty could not be read: " + e;
    }
    try {
      writeStatus(reason.isEmpty() ? WatchStatus.State.ENDED : WatchStatus.State.FAILED, reason);
    } catch (Throwable e) {
      // a failed report cannot be reported elsewhere
    } finally {
      onEnd.run();
    }
  }

  private void sampleUntilStopped() throws IOException, InterruptedException {
    long reportedNanos = System.nanoTime();
    SamplingInterval interval = new SamplingInterval(reportedNanos);
    while (!stopSignal.await(interval.waitMillis(), TimeUnit.MILLISECONDS)) {
      long pauseNanos = interval.pausedNanos(System.nanoTime());
      sessions.forEach(session -> session.excludePause(pauseNanos));
      if (System.nanoTime() - nextSearchNanos >= 0) {
        searchAndScheduleNext();
      }
      long startNanos = System.nanoTime();
      sampleSessions(startNanos);
      interval.recordSampling(startNanos, System.nanoTime());
      if (startNanos - reportedNanos >= REPORT_INTERVAL.toNanos()) {
        reportedNanos = startNanos;
        if (heartbeat.hasEnded()) {
          return;
        }
        writeStatus(WatchStatus.State.WATCHING, "");
      }
    }
    sampleSessions(System.nanoTime());
  }

  /**
   * Searches for new sessions. Delays the next search so that searches take at most 2 % of the
   * time.
   */
  private void searchAndScheduleNext() throws IOException {
    long startNanos = System.nanoTime();
    searchForSessions(startNanos);
    long endNanos = System.nanoTime();
    nextSearchNanos =
        endNanos
            + Math.max(
                MIN_SEARCH_INTERVAL.toNanos(), WAIT_TO_SEARCH_RATIO * (endNanos - startNanos));
  }

  private void searchForSessions(long startNanos) throws IOException {
    if (ClientSessionFinder.isHeapLow()) {
      skippedSearchCount++;
      if (skippedSearchCount
          == SKIPPED_SEARCHES_TO_REPORT) { // before a garbage collection, any heap is nearly full
        unwatchedReasons.add("the heap is nearly full, so that new sessions are not searched for");
      }
      return;
    }
    skippedSearchCount = 0;
    ClientSessionFinder.SearchResult found =
        ClientSessionFinder.find(sessions.stream().map(SampledSession::session).toList());
    if (!found.isComplete()) {
      unwatchedReasons.add("the JVM has too many objects to search all of them for sessions");
    }
    for (ClientSession session : found.sessions()) {
      if (!session.unreadableReason().isEmpty()) {
        unwatchedReasons.add("a session: " + session.unreadableReason());
      } else if (!session.hasEnded()) {
        sessions.add(new SampledSession(session, samples, startNanos));
      }
    }
  }

  private void sampleSessions(long nowNanos) throws IOException {
    for (SampledSession session : List.copyOf(sessions)) {
      session.sample(nowNanos);
      if (session.session().hasEnded()) {
        session.end();
        sessions.remove(session);
      }
    }
    samples.flush();
  }

  private void writeStatus(WatchStatus.State state, String reason) throws IOException {
    long now = System.nanoTime();
    List<SilentSession> silent =
        state == WatchStatus.State.WATCHING
            ? sessions.stream()
                .flatMap(session -> session.silentSession(silence, now).stream())
                .toList()
            : List.of();
    StatusFile.write(
        folder,
        new WatchStatus(
            state, reason, ++reportNumber, sessions.size(), List.copyOf(unwatchedReasons), silent));
  }

  @Override
  public void close() {
    stopSignal.countDown();
  }
}
