package io.streambench.diagnose.release;

import io.streambench.base.Text;
import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.ClientSessions;
import io.streambench.diagnose.live.Heartbeat;
import io.streambench.diagnose.live.SessionLook;
import io.streambench.strategy.DirectMemory;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives the stalled HTTP/2 client sessions of this JVM credit in advance, until the streams that
 * hung have ended. It can stop at any time: Jetty's accounting is then what it would be without it.
 */
public final class Release implements AutoCloseable {
  /** Key of the order: whether to give credit; otherwise it only examines the sessions. */
  public static final String GIVE = "give";

  /** Key of the order: whether to serve all sessions until the JVM ends. */
  public static final String UNTIL_RESTART = "untilRestart";

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final Duration MOST = Duration.ofHours(1);
  private static final long PERIOD_MILLIS = 50;

  private static final int HEAP_ATTEMPTS = 10;
  private static final long SETTLE_MILLIS = 200;
  private static final long REPORT_MILLIS = 500;
  private static final Duration LOOK_FOR_MORE = Duration.ofSeconds(10);

  private final Path folder;
  private final boolean gives;
  private final boolean untilRestart;
  private final Heartbeat heartbeat;
  private final Runnable ended;
  private final Credit credit = new Credit(DirectMemory.limitBytes());
  private final Garbage garbage = new Garbage();
  private final Map<ClientSession, ReleasedSession> sessions = new LinkedHashMap<>();
  private final List<ClientSession> unknown = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private ClientSessions.Found found = new ClientSessions.Found(List.of(), 0, true);
  private JvmLog log = JvmLog.NONE;
  private long beat;

  private Release(Properties order, Runnable ended) {
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER));
    this.gives = Boolean.parseBoolean(order.getProperty(GIVE));
    this.untilRestart = Boolean.parseBoolean(order.getProperty(UNTIL_RESTART));
    this.heartbeat = new Heartbeat(folder);
    this.ended = ended;
  }

  /** Executes an order of {@link AgentMain} on a thread of its own, and returns at once. */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable ended) throws IOException {
    ClientSessions.open(instrumentation);
    Release release = new Release(order, ended);
    release.report(ReleaseStatus.Phase.LOOKING, "");
    Thread thread = new Thread(release::run, "streambench-release");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // keeps no reference to the application
    thread.start();
    return release;
  }

  private void run() {
    String reason = "";
    try {
      look();
      if (gives) {
        try {
          give();
        } finally {
          settle();
        }
      }
    } catch (InterruptedException e) {
      // the order was to end
    } catch (Throwable e) { // such a JVM may well be short of memory
      reason = e instanceof IOException ? e.getMessage() : e.toString();
    }
    try {
      long given = sessions.values().stream().mapToLong(ReleasedSession::given).sum();
      if (given > 0 || !reason.isEmpty()) {
        log.warn(
            Text.of(
                "release ended: %,d bytes of credit were given in advance%s",
                given, reason.isEmpty() ? "" : "; it failed: " + reason));
      }
      report(reason.isEmpty() ? ReleaseStatus.Phase.ENDED : ReleaseStatus.Phase.FAILED, reason);
    } catch (Throwable e) {
      // the report was the only place for it
    } finally {
      ended.run();
    }
  }

  private void look() throws IOException, InterruptedException {
    awaitHeap();
    found = ClientSessions.find();
    found.sessions().forEach(this::add);
    ReleasedSession.judge(sessions.values(), this::pause);
    if (gives) {
      report(ReleaseStatus.Phase.GIVING, "");
    }
  }

  private void pause() throws InterruptedException {
    stopped.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    sessions.keySet().removeIf(ClientSession::isOver);
  }

  /** Waits for free heap, because Solr ends a JVM that runs out of memory. */
  private void awaitHeap() throws IOException, InterruptedException {
    for (int attempt = 0; ClientSessions.isHeapShort(); attempt++) {
      if (attempt == HEAP_ATTEMPTS) {
        throw new IOException(
            Text.of(
                "the heap is nearly full, %,d of %,d MB are free: have garbage collected (jcmd PID"
                    + " GC.run), and try again",
                ClientSessions.freeHeapBytes() >> 20, Runtime.getRuntime().maxMemory() >> 20));
      }
      stopped.await(REPORT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void add(Object live) {
    ClientSession session = new ClientSession(live);
    if (session.isOver()) {
      return;
    }
    if (session.refusal().isEmpty()) {
      CreditedSession credited = new CreditedSession(session, !untilRestart);
      sessions.put(session, new ReleasedSession(credited, untilRestart));
    } else if (unknown.stream().noneMatch(known -> known.is(live))) {
      unknown.add(session);
    }
  }

  private void give() throws IOException, InterruptedException, ReflectiveOperationException {
    if (isOver() || stopped.getCount() == 0) {
      return;
    }
    long begun = System.nanoTime();
    long lastReport = begun;
    long lastFound = begun;
    sessions.keySet().stream().findAny().ifPresent(one -> log = JvmLog.of(one.loader()));
    for (long now = begun; isNeeded(now, begun); now = System.nanoTime()) {
      for (Map.Entry<ClientSession, ReleasedSession> one : sessions.entrySet()) {
        if (one.getValue().isActive()) {
          step(one.getKey(), one.getValue(), now);
        }
      }
      if (now - lastReport > TimeUnit.MILLISECONDS.toNanos(REPORT_MILLIS)) {
        lastReport = now;
        reportIfThereIsRoom();
        if (isOver()) {
          return;
        }
      }
      if (untilRestart && now - lastFound > LOOK_FOR_MORE.toNanos()) {
        lastFound = now;
        lookForMore();
      }
      if (stopped.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Returns whether it was asked to end, or that program is gone; a full disk is neither. */
  private boolean isOver() {
    try {
      return heartbeat.isOver();
    } catch (IOException e) {
      return false;
    }
  }

  private void reportIfThereIsRoom() {
    try {
      report(ReleaseStatus.Phase.GIVING, "");
    } catch (IOException e) {
      // giving credit matters more than the report
    }
  }

  private void lookForMore() {
    if (ClientSessions.isHeapShort()) {
      return;
    }
    sessions.keySet().removeIf(ClientSession::isOver);
    unknown.removeIf(ClientSession::isOver);
    ClientSessions.find().sessions().stream()
        .filter(live -> sessions.keySet().stream().noneMatch(known -> known.is(live)))
        .forEach(this::add);
    if (log == JvmLog.NONE) {
      sessions.keySet().stream().findAny().ifPresent(one -> log = JvmLog.of(one.loader()));
    }
  }

  private boolean isNeeded(long now, long begun) {
    return untilRestart
        || now - begun < MOST.toNanos()
            && sessions.values().stream().anyMatch(one -> one.isNeeded(now));
  }

  private void step(ClientSession session, ReleasedSession released, long now)
      throws ReflectiveOperationException {
    boolean first = released.given() == 0;
    long regained = released.regained();
    if (released.step(() -> allowedAfterGarbage(now), now) > 0 && first) {
      log.warn(
          Text.of(
              "release: session %s to %s has no window left, and %,d bytes are unread: it gets"
                  + " credit in advance%s",
              session.id(),
              session.remote(),
              released.look().unread(),
              untilRestart ? "" : " until the streams that are open now have ended"));
    }
    if (released.regained() > regained) {
      log.warn(
          Text.of(
              "release: session %s to %s has %,d bytes of window again that streams closed early"
                  + " had lost",
              session.id(), session.remote(), released.regained() - regained));
    }
  }

  private int allowedAfterGarbage(long now) {
    int allowed = allowed();
    boolean direct = DirectMemory.usedBytes() > credit.limitBytes() / 4;
    if (allowed == 0 && direct && garbage.collect(now)) {
      log.warn(
          Text.of(
              "release: direct memory is short, %,d of %,d bytes: had garbage collected",
              DirectMemory.usedBytes(), credit.limitBytes()));
      allowed = allowed();
    }
    return allowed;
  }

  private int allowed() {
    long pending = sessions.values().stream().mapToLong(ReleasedSession::pending).sum();
    return credit.allowed(DirectMemory.usedBytes(), MemoryLeft.bytes(), pending);
  }

  /** Waits a moment: the last credit may still overlap with credit from Jetty. */
  private void settle() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    sessions.values().forEach(ReleasedSession::settle);
  }

  private void report(ReleaseStatus.Phase phase, String reason) throws IOException {
    if (!Files.isDirectory(folder)) {
      return; // the program that asked is gone
    }
    List<ReleaseStatus.Session> each = new ArrayList<>();
    sessions.forEach((session, released) -> each.add(reported(session, released)));
    unknown.forEach(session -> each.add(refused(session)));
    new ReleaseStatus(
            phase,
            reason,
            ++beat,
            found.objects(),
            found.complete(),
            DirectMemory.usedBytes(),
            credit.limitBytes(),
            allowed(),
            each)
        .writeTo(folder);
  }

  private static ReleaseStatus.Session reported(ClientSession session, ReleasedSession released) {
    SessionLook look = released.look();
    return new ReleaseStatus.Session(
        session.id(),
        session.remote(),
        session.version(),
        released.state(),
        look.window(),
        look.largest(),
        look.level(),
        look.unread(),
        look.streams().size(),
        released.readers(),
        released.given(),
        look.advanced(),
        released.regained(),
        released.arrived(),
        released.read(),
        released.firstMillis(),
        "");
  }

  private static ReleaseStatus.Session refused(ClientSession session) {
    return new ReleaseStatus.Session(
        session.id(),
        session.remote(),
        session.version(),
        SessionState.UNKNOWN,
        0,
        0,
        0,
        0,
        0,
        List.of(),
        0,
        0,
        0,
        0,
        0,
        -1,
        session.refusal());
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
