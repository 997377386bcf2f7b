package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * A session that gets credit until the streams that were open at the first snapshot have ended.
 *
 * <p>A session that is not stalled can also get credit, because the hanging query may wait for that
 * session next. Streams that were read while the query hung belong to other queries and are
 * ignored.
 */
final class ReleasedSession {
  /** The maximum wait for the peer to send data after the first credit. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(30);

  /** The time without open streams after which unread bytes count as lost. */
  private static final Duration LOST_BYTES_TIMEOUT = Duration.ofSeconds(10);

  /** The minimum number of bytes that count as lost; fewer bytes may still be read. */
  private static final int MIN_LOST_BYTES = 1 << 20;

  private static final Duration READER_CHECK_INTERVAL = Duration.ofMillis(500);

  /** The maximum wait for memory for a session that needs credit. */
  private static final Duration MEMORY_TIMEOUT = Duration.ofSeconds(30);

  private final LiveSession live;
  private final boolean isUntilRestart;
  private final Set<Integer> initialStreamIds;

  /** Threads that waited at the first snapshot, if the session's window was exhausted. */
  private final List<String> initialReaders;

  /** Streams that were read between the first two snapshots. */
  private Set<Integer> initiallyReadStreams = Set.of();

  /** Streams that certainly do not belong to the hanging query. */
  private Set<Integer> unrelatedStreams = Set.of();

  private SessionSnapshot currentSnapshot;
  private SessionProgress state = SessionProgress.WINDOW_LEFT;

  /** What streams waited for between the first two snapshots, except session window. */
  private String otherWaits = "";

  /** The threads that waited for data at the last check. */
  private List<String> readers = List.of();

  private SessionSnapshot snapshotBeforeCredit;

  private long firstCreditNanos;
  private long firstDataMillis = -1;
  private long memoryLowSinceNanos;
  private long givenBytes;

  /** The first snapshot since the last change of the session. */
  private SessionSnapshot idleSnapshot;

  private long idleSinceNanos;
  private boolean isSettled;
  private long regainedBytes;
  private boolean isInvolvedInHang;
  private boolean wasHung;
  private long nextReaderCheckNanos = Long.MIN_VALUE;

  /**
   * Creates a session that gets credit for its open streams or, if {@code isUntilRestart}, for all
   * streams until the JVM ends.
   */
  ReleasedSession(LiveSession liveSession, boolean isUntilRestart) {
    this.live = liveSession;
    this.isUntilRestart = isUntilRestart;
    this.currentSnapshot = liveSession.snapshot();
    this.initialStreamIds = new HashSet<>(currentSnapshot.streamIds());
    this.initialReaders =
        currentSnapshot.window() <= currentSnapshot.advancedBytes()
            ? liveSession.readers()
            : List.of();
  }

  /** Records the read progress of the streams, for a later call of {@link #judge}. */
  void markReadProgress() {
    live.markReadProgress();
  }

  /**
   * Takes a second snapshot of each session, and derives the session's state from both snapshots.
   */
  static void judge(Collection<ReleasedSession> sessions) {
    sessions.forEach(session -> session.initiallyReadStreams = session.live.streamsReadSinceMark());
    sessions.forEach(ReleasedSession::judge);
    List<ReleasedSession> stalled =
        sessions.stream().filter(session -> session.state == SessionProgress.STALLED).toList();
    if (!stalled.isEmpty()) {
      boolean hungThroughout = stalled.stream().allMatch(ReleasedSession::isAwaitedBySameThreads);
      sessions.forEach(session -> session.markInvolved(hungThroughout));
    }
  }

  private void judge() {
    SessionSnapshot second = live.snapshot();
    readers = live.readers();
    otherWaits = live.otherWaits();
    state = SessionProgress.of(currentSnapshot, second, !readers.isEmpty());
    wasHung = state == SessionProgress.STALLED;
    currentSnapshot = second;
  }

  /**
   * Returns whether all threads that are waiting for the session were already waiting at the first
   * snapshot. If the session is stalled, these threads waited during the whole time between the
   * snapshots.
   */
  private boolean isAwaitedBySameThreads() {
    return initialReaders.containsAll(readers);
  }

  private void markInvolved(boolean hungThroughout) {
    isInvolvedInHang = !currentSnapshot.streamIds().isEmpty();
    unrelatedStreams = hungThroughout ? initiallyReadStreams : Set.of();
  }

  SessionSnapshot currentSnapshot() {
    return currentSnapshot;
  }

  long givenBytes() {
    return givenBytes;
  }

  /** Returns the number of bytes of lost window that were restored. */
  long regainedBytes() {
    return regainedBytes;
  }

  /** Returns the state to report, with the session's identifier, peer and Jetty version. */
  ReleaseStatus.Session status(String id, String remote, String jetty) {
    return new ReleaseStatus.Session(
        id,
        remote,
        jetty,
        state,
        currentSnapshot.window(),
        currentSnapshot.largestWindow(),
        currentSnapshot.uncreditedBytes(),
        currentSnapshot.unreadBytes(),
        currentSnapshot.streamIds().size(),
        readers,
        givenBytes,
        currentSnapshot.advancedBytes(),
        regainedBytes,
        snapshotBeforeCredit == null
            ? 0
            : currentSnapshot.receivedBytes() - snapshotBeforeCredit.receivedBytes(),
        snapshotBeforeCredit == null ? 0 : currentSnapshot.bytesReadSince(snapshotBeforeCredit),
        firstDataMillis,
        "",
        state == SessionProgress.WINDOW_LEFT ? otherWaits : "");
  }

  /** Returns how many bytes may still arrive for credit given in advance. */
  long pendingBytes() {
    return givenBytes == 0 || live.hasEnded() ? 0 : Math.max(0, live.window());
  }

  /** Takes a last snapshot, which also restores the threshold at which Jetty gives credit. */
  void restoreThreshold() {
    if (givenBytes > 0 && !live.hasEnded()) {
      currentSnapshot = live.snapshot();
    }
  }

  SessionProgress state() {
    return state;
  }

  /** Returns whether further credit may help the session. */
  boolean isActive() {
    return switch (state) {
      case ENDED, RESET -> !isSettled && !live.hasEnded();
      case NO_DATA -> isUntilRestart;
      default -> isUntilRestart || isInvolvedInHang;
    };
  }

  /** Returns whether the release must continue for this session. */
  boolean isReleaseNeeded(long nowNanos) {
    return isActive()
        && !hasMemoryTimedOut(nowNanos)
        && (wasHung || hasEnded() || !unrelatedStreams.containsAll(initialStreamsStillOpen()));
  }

  private Set<Integer> initialStreamsStillOpen() {
    Set<Integer> open = new HashSet<>(currentSnapshot.streamIds());
    open.retainAll(initialStreamIds);
    return open;
  }

  /**
   * Gives the credit that the session needs, as far as memory allows.
   *
   * @param memory supplies the maximum credit in bytes that memory allows; called before each
   *     credit
   * @return the number of bytes of credit given by this call
   */
  int giveNeededCredit(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    if (live.hasEnded()) {
      markEnded();
      return 0;
    }
    if (isUntilRestart
        && !CreditLimit.isWindowLow(live.window(), currentSnapshot.largestWindow())) {
      return 0;
    }
    currentSnapshot = live.snapshot();
    if (!isUntilRestart && initialStreamsStillOpen().isEmpty()) {
      markEnded();
      isSettled =
          !currentSnapshot.streamIds().isEmpty() || currentSnapshot.unreadBytes() < MIN_LOST_BYTES;
    }
    if (currentSnapshot.streamIds().isEmpty()) {
      restoreLostWindow(nowNanos);
    }
    if (currentSnapshot.streamIds().isEmpty() || hasEnded()) {
      return 0;
    }
    return isProbing(nowNanos) ? 0 : giveCredit(memory, nowNanos);
  }

  private void markEnded() {
    if (!hasEnded()) {
      boolean isReset = wasHung && !isUntilRestart && live.isAnyReset(initialStreamIds);
      state = isReset ? SessionProgress.RESET : SessionProgress.ENDED;
    }
  }

  private boolean hasEnded() {
    return state == SessionProgress.ENDED || state == SessionProgress.RESET;
  }

  /** Returns whether credit was given, but the peer has not yet sent data in response. */
  private boolean isProbing(long nowNanos) {
    if (snapshotBeforeCredit == null || firstDataMillis >= 0) {
      return false;
    }
    boolean isUnused =
        currentSnapshot.window() == snapshotBeforeCredit.window() + givenBytes
            && currentSnapshot.uncreditedBytes()
                == snapshotBeforeCredit.uncreditedBytes() - givenBytes;
    if (!isUnused) {
      firstDataMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - firstCreditNanos);
      state = SessionProgress.GOES_ON;
      return false;
    }
    if (nowNanos - firstCreditNanos > PROBE_TIMEOUT.toNanos()) {
      state = SessionProgress.NO_DATA;
    }
    return true;
  }

  private void restoreLostWindow(long nowNanos) throws ReflectiveOperationException {
    if (idleSnapshot == null
        || currentSnapshot.receivedBytes() != idleSnapshot.receivedBytes()
        || currentSnapshot.uncreditedBytes() != idleSnapshot.uncreditedBytes()) {
      idleSnapshot = currentSnapshot;
      idleSinceNanos = nowNanos;
    } else if (nowNanos - idleSinceNanos > LOST_BYTES_TIMEOUT.toNanos()
        && currentSnapshot.unreadBytes() >= MIN_LOST_BYTES) {
      regainedBytes += currentSnapshot.unreadBytes();
      live.restoreWindow((int) currentSnapshot.unreadBytes());
      currentSnapshot = live.snapshot();
      isSettled = true;
    }
  }

  private int giveCredit(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    boolean isFirstGrant = snapshotBeforeCredit == null && state == SessionProgress.STALLED;
    int wanted =
        isFirstGrant
            ? CreditLimit.firstGrantBytes(currentSnapshot)
            : CreditLimit.refillBytes(currentSnapshot);
    if (wanted == 0 && state == SessionProgress.NO_MEMORY) {
      state = snapshotBeforeCredit == null ? SessionProgress.STALLED : SessionProgress.GOES_ON;
    }
    if (wanted == 0 || !hasWaitingReader(nowNanos)) {
      return 0;
    }
    int bytes = Math.min(wanted, memory.getAsInt());
    if (bytes == 0) {
      markMemoryLow(nowNanos);
      return 0;
    }
    if (snapshotBeforeCredit == null) {
      snapshotBeforeCredit = currentSnapshot;
      firstCreditNanos = nowNanos;
      state = SessionProgress.STALLED; // until data arrives
    } else {
      state = SessionProgress.GOES_ON;
    }
    wasHung = true;
    live.giveCredit(bytes);
    givenBytes += bytes;
    return bytes;
  }

  private boolean hasWaitingReader(long nowNanos) {
    if (nowNanos >= nextReaderCheckNanos) {
      readers = live.readers();
      nextReaderCheckNanos = nowNanos + READER_CHECK_INTERVAL.toNanos();
    }
    return !readers.isEmpty();
  }

  private void markMemoryLow(long nowNanos) {
    if (currentSnapshot.window() <= 0 && state != SessionProgress.NO_MEMORY) {
      wasHung = true;
      state = SessionProgress.NO_MEMORY;
      memoryLowSinceNanos = nowNanos;
    }
  }

  private boolean hasMemoryTimedOut(long nowNanos) {
    return state == SessionProgress.NO_MEMORY
        && nowNanos - memoryLowSinceNanos > MEMORY_TIMEOUT.toNanos();
  }
}
