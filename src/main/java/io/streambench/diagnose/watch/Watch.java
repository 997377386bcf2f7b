package io.streambench.diagnose.watch;

import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.ClientSessions;
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
  /** Property in the order file: the time without movement after which a session is silent. */
  public static final String SILENCE_MILLIS = "silenceMillis";

  private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration MIN_SEARCH_INTERVAL = Duration.ofSeconds(2);
  private static final int SEARCH_WAIT_RATIO = 50;

  /** Number of consecutive searches skipped for lack of heap before the status reports the lack. */
  private static final int SKIPPED_SEARCHES_TO_REPORT = 5;

  private final Path folder;
  private final Heartbeat heartbeat;
  private final Duration silence;
  private final Runnable onEnd;
  private final SampleWriter samples;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<SampledSession> sessions = new ArrayList<>();
  private final Set<String> refusals = new TreeSet<>();
  private long searchDueNanos = System.nanoTime();
  private int skippedSearches;
  private long beat;

  private Watch(Properties order, Runnable onEnd) throws IOException {
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER));
    this.heartbeat = new Heartbeat(order);
    this.silence = Duration.ofMillis(Long.parseLong(order.getProperty(SILENCE_MILLIS)));
    this.onEnd = onEnd;
    this.samples = new SampleWriter(folder);
  }

  /**
   * Starts a watch, and returns after the first search for sessions. Called by {@link AgentMain}.
   */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable onEnd) throws IOException {
    ClientSessions.openPackages(instrumentation);
    Watch watch = new Watch(order, onEnd);
    watch.start();
    return watch;
  }

  private void start() throws IOException {
    findSessions();
    report(WatchStatus.State.WATCHING, "");
    Thread thread = new Thread(this::run, "streambench-watch");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // keeps no reference to the application
    thread.start();
  }

  private void run() {
    String reason = "";
    try (samples) {
      watch();
    } catch (InterruptedException e) {
      // another thread asked this thread to end
    } catch (IOException e) {
      reason = "no room to write in " + folder + ": " + e;
    } catch (Throwable e) { // a hung JVM may also be out of memory
      reason = "Jetty could not be read: " + e;
    }
    try {
      report(reason.isEmpty() ? WatchStatus.State.ENDED : WatchStatus.State.FAILED, reason);
    } catch (Throwable e) {
      // a failed report cannot be reported elsewhere
    } finally {
      onEnd.run();
    }
  }

  private void watch() throws IOException, InterruptedException {
    long reportedNanos = System.nanoTime();
    SamplingInterval interval = new SamplingInterval(reportedNanos);
    while (!stopped.await(interval.waitMillis(), TimeUnit.MILLISECONDS)) {
      long pauseNanos = interval.pausedNanos(System.nanoTime());
      sessions.forEach(session -> session.addPause(pauseNanos));
      if (System.nanoTime() - searchDueNanos >= 0) {
        findSessions();
      }
      long startNanos = System.nanoTime();
      sampleAll(startNanos);
      interval.recordSampling(startNanos, System.nanoTime());
      if (startNanos - reportedNanos >= REPORT_INTERVAL.toNanos()) {
        reportedNanos = startNanos;
        if (heartbeat.hasEnded()) {
          return;
        }
        report(WatchStatus.State.WATCHING, "");
      }
    }
    sampleAll(System.nanoTime());
  }

  /**
   * Searches for new sessions. Delays the next search so that searches take at most 2 % of the
   * time.
   */
  private void findSessions() throws IOException {
    long startNanos = System.nanoTime();
    searchForSessions(startNanos);
    long endNanos = System.nanoTime();
    searchDueNanos =
        endNanos
            + Math.max(MIN_SEARCH_INTERVAL.toNanos(), SEARCH_WAIT_RATIO * (endNanos - startNanos));
  }

  private void searchForSessions(long startNanos) throws IOException {
    if (ClientSessions.isHeapLow()) {
      skippedSearches++;
      if (skippedSearches
          == SKIPPED_SEARCHES_TO_REPORT) { // before a garbage collection, any heap is nearly full
        refusals.add("the heap is nearly full, so that new sessions are not searched for");
      }
      return;
    }
    skippedSearches = 0;
    ClientSessions.SearchResult found =
        ClientSessions.find(sessions.stream().map(SampledSession::session).toList());
    if (!found.complete()) {
      refusals.add("the JVM has too many objects to search all of them for sessions");
    }
    for (ClientSession session : found.sessions()) {
      if (!session.unreadableReason().isEmpty()) {
        refusals.add("a session: " + session.unreadableReason());
      } else if (!session.hasEnded()) {
        sessions.add(new SampledSession(session, samples, startNanos));
      }
    }
  }

  private void sampleAll(long nowNanos) throws IOException {
    for (SampledSession session : List.copyOf(sessions)) {
      session.sample(nowNanos);
      if (session.session().hasEnded()) {
        session.end();
        sessions.remove(session);
      }
    }
    samples.flush();
  }

  private void report(WatchStatus.State state, String reason) throws IOException {
    long now = System.nanoTime();
    List<SilentSession> silent =
        state == WatchStatus.State.WATCHING
            ? sessions.stream()
                .flatMap(session -> session.silentSession(silence, now).stream())
                .toList()
            : List.of();
    StatusFile.write(
        folder,
        new WatchStatus(state, reason, ++beat, sessions.size(), List.copyOf(refusals), silent));
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
