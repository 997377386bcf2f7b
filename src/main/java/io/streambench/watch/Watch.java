package io.streambench.watch;

import io.streambench.agent.AgentMain;
import io.streambench.live.ClientSession;
import io.streambench.live.ClientSessions;
import io.streambench.live.Heartbeat;
import io.streambench.watch.WatchStatus.SilentSession;
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
 * Looks at the client sessions of the JVM that it was loaded into ten times a second, writes what
 * it sees, and its {@link WatchStatus} once a second. Changes nothing there. Ends on request, when
 * its order is abandoned, or when it fails.
 */
public final class Watch implements AutoCloseable {
  /** Key of the order: silence in milliseconds after which a session is reported. */
  public static final String SILENCE_MILLIS = "silenceMillis";

  private static final long PERIOD_MILLIS = 100;
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(1);

  /** A longer time between two looks is a pause of the JVM. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Looking takes at most about one part in this many. */
  private static final int LOOKING_PART = 20;

  private final Path folder;
  private final Heartbeat heartbeat;
  private final Duration silence;
  private final Runnable ended;
  private final SampleWriter samples;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<SampledSession> sessions = new ArrayList<>();
  private final Set<String> refusals = new TreeSet<>();
  private final FindingPace pace = new FindingPace();
  private long told;

  private Watch(Properties order, Runnable ended) throws IOException {
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER));
    this.heartbeat = new Heartbeat(folder);
    this.silence = Duration.ofMillis(Long.parseLong(order.getProperty(SILENCE_MILLIS)));
    this.ended = ended;
    this.samples = new SampleWriter(folder);
  }

  /** Begins by an order as for {@link AgentMain}; returns when it has looked once. */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable ended) throws IOException {
    ClientSessions.open(instrumentation);
    Watch watch = new Watch(order, ended);
    watch.start();
    return watch;
  }

  private void start() throws IOException {
    find();
    tell(WatchStatus.State.WATCHING, "");
    Thread thread = new Thread(this::run, "streambench-watch");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // nothing of the application is held
    thread.start();
  }

  private void run() {
    String reason = "";
    try (samples) {
      watch();
    } catch (InterruptedException e) {
      // asked to end
    } catch (IOException e) {
      reason = "no room to write in " + folder + ": " + e;
    } catch (Throwable e) { // a JVM that is short of memory is likely to be looked at
      reason = "Jetty could not be read: " + e;
    }
    try {
      tell(reason.isEmpty() ? WatchStatus.State.ENDED : WatchStatus.State.FAILED, reason);
    } catch (Throwable e) {
      // there is no place to say it
    } finally {
      ended.run();
    }
  }

  private void watch() throws IOException, InterruptedException {
    long toldNanos = System.nanoTime();
    long lookedNanos = toldNanos;
    long waitMillis = PERIOD_MILLIS;
    while (!stopped.await(waitMillis, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      long gap = now - lookedNanos;
      if (gap > PAUSE.toNanos()) {
        sessions.forEach(one -> one.paused(gap));
      }
      if (pace.isDue(now)) {
        find();
      }
      long beginNanos = System.nanoTime();
      look(beginNanos);
      lookedNanos = System.nanoTime();
      long tookMillis = TimeUnit.NANOSECONDS.toMillis(lookedNanos - beginNanos);
      waitMillis = Math.max(PERIOD_MILLIS, LOOKING_PART * tookMillis);
      if (now - toldNanos >= BETWEEN_REPORTS.toNanos()) {
        toldNanos = now;
        if (heartbeat.isOver()) {
          return;
        }
        tell(WatchStatus.State.WATCHING, "");
      }
    }
    look(System.nanoTime());
  }

  private void find() throws IOException {
    long begun = System.nanoTime();
    if (ClientSessions.isHeapShort()) {
      refusals.add("the heap is nearly full, so that new sessions are not searched for");
      pace.found(begun, begun);
      return;
    }
    ClientSessions.Found found = ClientSessions.find();
    if (!found.complete()) {
      refusals.add("the JVM has too many objects to search all of them for sessions");
    }
    for (Object live : found.sessions()) {
      if (sessions.stream().noneMatch(one -> one.session().is(live))) {
        ClientSession session = new ClientSession(live);
        if (!session.refusal().isEmpty()) {
          refusals.add("a session: " + session.refusal());
        } else if (!session.isOver()) {
          sessions.add(new SampledSession(session, samples, begun));
        }
      }
    }
    pace.found(begun, System.nanoTime());
  }

  private void look(long nowNanos) throws IOException {
    for (SampledSession one : List.copyOf(sessions)) {
      one.look(nowNanos);
      if (one.session().isOver()) {
        one.end();
        sessions.remove(one);
      }
    }
    samples.flush();
  }

  private void tell(WatchStatus.State state, String reason) throws IOException {
    long now = System.nanoTime();
    List<SilentSession> silent =
        state == WatchStatus.State.WATCHING
            ? sessions.stream().flatMap(one -> one.silent(silence, now).stream()).toList()
            : List.of();
    new WatchStatus(state, reason, ++told, sessions.size(), List.copyOf(refusals), silent)
        .writeTo(folder);
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
