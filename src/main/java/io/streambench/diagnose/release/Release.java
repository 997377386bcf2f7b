package io.streambench.diagnose.release;

import io.streambench.base.TextFormat;
import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.ClientSessionFinder;
import io.streambench.diagnose.live.Heartbeat;
import io.streambench.diagnose.live.StatusFile;
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
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An agent task that gives the stalled HTTP/2 client sessions of its own JVM credit in advance,
 * until the hanging streams have ended. The task can stop at any time, because Jetty's accounting
 * stays correct.
 */
public final class Release implements AutoCloseable {
  /**
   * The property in the order file that specifies whether to give credit, or only to examine the
   * sessions.
   */
  public static final String GIVE_PROPERTY = "give";

  /**
   * The property in the order file that specifies whether to give credit to all sessions until the
   * JVM ends.
   */
  public static final String UNTIL_RESTART_PROPERTY = "untilRestart";

  private static final Duration SNAPSHOT_INTERVAL = Duration.ofSeconds(2);
  private static final Duration MAX_DURATION = Duration.ofHours(1);
  private static final long STEP_INTERVAL_MILLIS = 50;

  private static final int MAX_HEAP_CHECKS = 10;
  private static final long SETTLE_DELAY_MILLIS = 200;
  private static final long REPORT_INTERVAL_MILLIS = 500;
  private static final Duration SEARCH_INTERVAL = Duration.ofSeconds(10);

  private final Path folder;
  private final boolean isGivingCredit;
  private final boolean isUntilRestart;
  private final Heartbeat heartbeat;
  private final Runnable onEnd;
  private final Supplier<JvmLog> jvmLog;
  private final GarbageCollectionTrigger collectionTrigger = new GarbageCollectionTrigger();
  private final Map<ClientSession, ReleasedSession> sessions = new LinkedHashMap<>();

  /** The sessions that cannot get credit, with the reasons. */
  private final Map<ClientSession, String> refusalReasons = new LinkedHashMap<>();

  private final CountDownLatch stopSignal = new CountDownLatch(1);
  private boolean isSearchComplete = true;
  private ReleaseLog log = new ReleaseLog(sentence -> {});
  private boolean canOutliveProgram;
  private long reportNumber;

  private Release(Supplier<JvmLog> jvmLog, Properties order, Runnable onEnd) {
    this.jvmLog = jvmLog;
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER_PROPERTY));
    this.isGivingCredit = Boolean.parseBoolean(order.getProperty(GIVE_PROPERTY));
    this.isUntilRestart = Boolean.parseBoolean(order.getProperty(UNTIL_RESTART_PROPERTY));
    this.heartbeat = new Heartbeat(order);
    this.onEnd = onEnd;
  }

  /** Starts a release on a new thread, and returns immediately. Called by {@link AgentMain}. */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable onEnd) throws IOException {
    ClientSessionFinder.openPackages(instrumentation);
    return begin(
        () -> JvmLog.of(ClientSessionFinder.jettyLoader(instrumentation).orElse(null)),
        order,
        onEnd);
  }

  /** Starts a release that writes to the supplied log. */
  static AutoCloseable begin(Supplier<JvmLog> jvmLog, Properties order, Runnable onEnd)
      throws IOException {
    Release release = new Release(jvmLog, order, onEnd);
    release.writeStatus(ReleaseStatus.Phase.LOOKING, "");
    Thread thread = new Thread(release::run, "streambench-release");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // keeps no reference to the application
    thread.start();
    return release;
  }

  private void run() {
    String failure = "";
    String endReason = "";
    try {
      search();
      if (isGivingCredit) {
        try {
          endReason = giveCredit();
        } finally {
          restoreThresholds();
        }
      }
    } catch (InterruptedException e) {
      endReason = "interrupted"; // another thread asked this thread to end
    } catch (Throwable e) { // a hung JVM may also be out of memory
      failure = e instanceof IOException ? e.getMessage() : e.toString();
    }
    try {
      long given = sessions.values().stream().mapToLong(ReleasedSession::givenBytes).sum();
      if (failure.isEmpty()) {
        log.logEnd(endReason, given);
      } else {
        log.logFailure(failure, given);
      }
      writeStatus(
          failure.isEmpty() ? ReleaseStatus.Phase.ENDED : ReleaseStatus.Phase.FAILED, failure);
    } catch (Throwable e) {
      // a failed report cannot be reported elsewhere
    } finally {
      onEnd.run();
    }
  }

  private void search() throws IOException, InterruptedException {
    awaitHeap();
    log = new ReleaseLog(jvmLog.get());
    ClientSessionFinder.SearchResult found = ClientSessionFinder.find(List.of());
    isSearchComplete = found.isComplete();
    found.sessions().forEach(this::add);
    // Mark all streams before the pause, so that reads are observed only while the query hangs.
    sessions.values().forEach(ReleasedSession::markReadProgress);
    stopSignal.await(SNAPSHOT_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    sessions.keySet().removeIf(ClientSession::hasEnded);
    ReleasedSession.judge(sessions.values());
    if (isGivingCredit) {
      writeStatus(ReleaseStatus.Phase.GIVING, "");
    }
  }

  /**
   * Waits until enough heap is free to search for sessions. Throws if the heap stays nearly full.
   */
  private void awaitHeap() throws IOException, InterruptedException {
    for (int attempt = 0; ClientSessionFinder.isHeapLow(); attempt++) {
      if (attempt == MAX_HEAP_CHECKS) {
        throw new IOException(
            TextFormat.of(
                "the heap is nearly full, %,d of %,d MB are free: have garbage collected (jcmd PID"
                    + " GC.run), and try again",
                ClientSessionFinder.freeHeapBytes() >> 20, Runtime.getRuntime().maxMemory() >> 20));
      }
      stopSignal.await(REPORT_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void add(ClientSession session) {
    if (session.hasEnded()) {
      return;
    }
    String reason = session.unreadableReason();
    if (reason.isEmpty() && !session.usesDirectMemory()) {
      reason = "its buffers are on the heap, which credit in advance could fill";
    }
    if (reason.isEmpty()) {
      try {
        CreditedSession credited = new CreditedSession(session, !isUntilRestart);
        sessions.put(session, new ReleasedSession(credited, isUntilRestart));
        return;
      } catch (ReflectiveOperationException e) {
        reason = "its Jetty " + session.jettyVersion() + " lacks " + e.getMessage();
      }
    }
    refusalReasons.put(session, reason);
  }

  /** Gives credit while any session needs it. Returns the reason for the end. */
  private String giveCredit()
      throws IOException, InterruptedException, ReflectiveOperationException {
    Optional<String> endReason = endReason();
    long startNanos = System.nanoTime();
    long lastReport = startNanos;
    long lastSearch = startNanos;
    for (long now = startNanos;
        endReason.isEmpty() && isReleaseNeeded(now, startNanos);
        now = System.nanoTime()) {
      for (Map.Entry<ClientSession, ReleasedSession> session : sessions.entrySet()) {
        if (session.getValue().isActive()) {
          updateSession(session.getKey(), session.getValue(), now);
        }
      }
      if (now - lastReport > TimeUnit.MILLISECONDS.toNanos(REPORT_INTERVAL_MILLIS)) {
        lastReport = now;
        endReason = endReason();
        reportIfPossible();
      }
      if (isUntilRestart && now - lastSearch > SEARCH_INTERVAL.toNanos()) {
        lastSearch = now;
        searchForNewSessions();
      }
      if (stopSignal.await(STEP_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        endReason = endReason();
      }
    }
    boolean hasExpired = System.nanoTime() - startNanos >= MAX_DURATION.toNanos();
    boolean isStalled = sessions.values().stream().anyMatch(session -> session.state().isStalled());
    return endReason.orElse(
        hasExpired
            ? "its hour is over"
            : isStalled
                ? "the streams that hung were not released"
                : "the streams that hung need no more");
  }

  /**
   * Returns why the release must end before its work is done: the requesting program has ended it,
   * or is no longer running. Returns an empty {@code Optional} if the release may continue, or if
   * the heartbeat file cannot be read.
   */
  private Optional<String> endReason() {
    if (stopSignal.getCount() == 0) {
      return Optional.of("undone");
    }
    try {
      return switch (heartbeat.state()) {
        case ALIVE -> Optional.empty();
        case KEEP_RUNNING -> {
          logOutliving();
          yield Optional.empty();
        }
        case ENDED -> Optional.of("its command has ended");
        case LOST -> Optional.of("its command no longer runs");
      };
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void logOutliving() {
    if (!canOutliveProgram) {
      canOutliveProgram = true;
      log.logContinuation(allowedBytes());
    }
  }

  private void reportIfPossible() {
    try {
      writeStatus(ReleaseStatus.Phase.GIVING, "");
    } catch (IOException e) {
      // giving credit matters more than the report
    }
  }

  private void searchForNewSessions() {
    if (ClientSessionFinder.isHeapLow()) {
      return;
    }
    sessions.keySet().removeIf(ClientSession::hasEnded);
    refusalReasons.keySet().removeIf(ClientSession::hasEnded);
    List<ClientSession> known = new ArrayList<>(sessions.keySet());
    known.addAll(refusalReasons.keySet());
    ClientSessionFinder.find(known).sessions().forEach(this::add);
  }

  private boolean isReleaseNeeded(long nowNanos, long startNanos) {
    return isUntilRestart
        || nowNanos - startNanos < MAX_DURATION.toNanos()
            && sessions.values().stream().anyMatch(session -> session.isReleaseNeeded(nowNanos));
  }

  private void updateSession(ClientSession session, ReleasedSession released, long nowNanos)
      throws ReflectiveOperationException {
    boolean isFirstCredit = released.givenBytes() == 0;
    long regained = released.regainedBytes();
    int given = released.giveNeededCredit(() -> allowedBytesAfterCollection(nowNanos), nowNanos);
    if (given > 0 && isFirstCredit) {
      log.logFirstCredit(session, released.currentSnapshot().unreadBytes(), isUntilRestart);
    }
    if (released.regainedBytes() > regained) {
      log.logRestoredWindow(session, released.regainedBytes() - regained);
    }
  }

  private int allowedBytesAfterCollection(long nowNanos) {
    int allowed = allowedBytes();
    long used = DirectMemory.usedBytes();
    long limit = DirectMemory.limitBytes();
    if (allowed == 0 && used > limit / 4 && collectionTrigger.collect(nowNanos)) {
      log.logGarbageCollection(used, limit);
      allowed = allowedBytes();
    }
    return allowed;
  }

  /** Returns how many bytes of credit a session may get now. */
  private int allowedBytes() {
    long pending = sessions.values().stream().mapToLong(ReleasedSession::pendingBytes).sum();
    return new CreditLimit(DirectMemory.limitBytes())
        .allowedBytes(DirectMemory.usedBytes(), AvailableMemory.availableBytes(), pending);
  }

  /** Waits until the last credit is used, then restores the threshold of each session. */
  private void restoreThresholds() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(SETTLE_DELAY_MILLIS);
    sessions.values().forEach(ReleasedSession::restoreThreshold);
  }

  private void writeStatus(ReleaseStatus.Phase phase, String reason) throws IOException {
    if (!Files.isDirectory(folder)) {
      return; // the requesting program is gone
    }
    List<ReleaseStatus.Session> statuses = new ArrayList<>();
    sessions.forEach(
        (session, released) ->
            statuses.add(
                released.status(session.id(), session.remoteAddress(), session.jettyVersion())));
    refusalReasons.forEach(
        (session, why) ->
            statuses.add(
                ReleaseStatus.Session.refused(
                    session.id(), session.remoteAddress(), session.jettyVersion(), why)));
    StatusFile.write(
        folder,
        new ReleaseStatus(
            phase,
            reason,
            ++reportNumber,
            isSearchComplete,
            DirectMemory.usedBytes(),
            DirectMemory.limitBytes(),
            allowedBytes(),
            statuses));
  }

  @Override
  public void close() {
    stopSignal.countDown();
  }
}
