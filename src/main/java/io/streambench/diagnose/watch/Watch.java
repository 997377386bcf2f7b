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
 * Records the client sessions of its JVM ten times per second, and writes its {@link WatchStatus}
 * once per second. It changes nothing in that JVM. It ends on request, when the requesting program
 * is gone, or when it fails.
 */
public final class Watch implements AutoCloseable {
  /** Key of the order: silence in milliseconds after which a session is reported. */
  public static final String SILENCE_MILLIS = "silenceMillis";

  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(1);
  private static final Duration MIN_SEARCH_INTERVAL = Duration.ofSeconds(2);
  private static final int SEARCH_DIVISOR = 50;

  /** Number of consecutive searches prevented by a full heap before this is reported. */
  private static final int SHORT_OF_HEAP = 5;

  private final Path folder;
  private final Heartbeat heartbeat;
  private final Duration silence;
  private final Runnable ended;
  private final SampleWriter samples;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<SampledSession> sessions = new ArrayList<>();
  private final Set<String> refusals = new TreeSet<>();
  private long searchDueNanos = System.nanoTime();
  private int shortOfHeap;
  private long beat;

  private Watch(Properties order, Runnable ended) throws IOException {
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER));
    this.heartbeat = new Heartbeat(folder);
    this.silence = Duration.ofMillis(Long.parseLong(order.getProperty(SILENCE_MILLIS)));
    this.ended = ended;
    this.samples = new SampleWriter(folder);
  }

  /** Executes an order of {@link AgentMain}; returns after the first search for sessions. */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable ended) throws IOException {
    ClientSessions.openPackages(instrumentation);
    Watch watch = new Watch(order, ended);
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
      // the order was to end the task
    } catch (IOException e) {
      reason = "no room to write in " + folder + ": " + e;
    } catch (Throwable e) { // such a JVM may well be short of memory
      reason = "Jetty could not be read: " + e;
    }
    try {
      report(reason.isEmpty() ? WatchStatus.State.ENDED : WatchStatus.State.FAILED, reason);
    } catch (Throwable e) {
      // a failed report cannot be reported elsewhere
    } finally {
      ended.run();
    }
  }

  private void watch() throws IOException, InterruptedException {
    long reportedNanos = System.nanoTime();
    SamplingInterval looking = new SamplingInterval(reportedNanos);
    while (!stopped.await(looking.waitMillis(), TimeUnit.MILLISECONDS)) {
      long paused = looking.pausedNanos(System.nanoTime());
      sessions.forEach(one -> one.addPause(paused));
      if (System.nanoTime() - searchDueNanos >= 0) {
        findSessions();
      }
      long begun = System.nanoTime();
      sampleAll(begun);
      looking.recordSampling(begun, System.nanoTime());
      if (begun - reportedNanos >= BETWEEN_REPORTS.toNanos()) {
        reportedNanos = begun;
        if (heartbeat.hasEnded()) {
          return;
        }
        report(WatchStatus.State.WATCHING, "");
      }
    }
    sampleAll(System.nanoTime());
  }

  /** Searches for sessions, and takes at most 2 % of the time for that. */
  private void findSessions() throws IOException {
    long begun = System.nanoTime();
    searchForSessions(begun);
    long ended = System.nanoTime();
    searchDueNanos =
        ended + Math.max(MIN_SEARCH_INTERVAL.toNanos(), SEARCH_DIVISOR * (ended - begun));
  }

  private void searchForSessions(long begun) throws IOException {
    if (ClientSessions.isHeapShort()) {
      shortOfHeap++;
      if (shortOfHeap == SHORT_OF_HEAP) { // before a collection any heap is nearly full
        refusals.add("the heap is nearly full, so that new sessions are not searched for");
      }
      return;
    }
    shortOfHeap = 0;
    ClientSessions.SearchResult found = ClientSessions.find();
    if (!found.complete()) {
      refusals.add("the JVM has too many objects to search all of them for sessions");
    }
    for (Object live : found.sessions()) {
      if (sessions.stream().noneMatch(one -> one.session().isSameSession(live))) {
        ClientSession session = new ClientSession(live);
        if (!session.unreadableReason().isEmpty()) {
          refusals.add("a session: " + session.unreadableReason());
        } else if (!session.hasEnded()) {
          sessions.add(new SampledSession(session, samples, begun));
        }
      }
    }
  }

  private void sampleAll(long nowNanos) throws IOException {
    for (SampledSession one : List.copyOf(sessions)) {
      one.sample(nowNanos);
      if (one.session().hasEnded()) {
        one.end();
        sessions.remove(one);
      }
    }
    samples.flush();
  }

  private void report(WatchStatus.State state, String reason) throws IOException {
    long now = System.nanoTime();
    List<SilentSession> silent =
        state == WatchStatus.State.WATCHING
            ? sessions.stream().flatMap(one -> one.silentSession(silence, now).stream()).toList()
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
