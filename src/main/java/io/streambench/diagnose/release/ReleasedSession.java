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
 * Follows a session from the first snapshot until the streams that were open then have ended.
 *
 * <p>A stalled session is followed until all of them have ended. A session that is not stalled is
 * followed, too, because the hung query may wait for it next. Its streams that were read while that
 * query hung are ignored, since they belong to other queries.
 */
final class ReleasedSession {
  /** Time limit for the peer to use the first credit. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(30);

  /**
   * If a session has no stream for this long, its unread bytes count as lost, because their streams
   * were closed early.
   */
  private static final Duration LOST_TIMEOUT = Duration.ofSeconds(10);

  /** Minimum bytes that count as lost; fewer may belong to responses that are still being read. */
  private static final int MIN_LOST_BYTES = 1 << 20;

  /** How often to check whether a thread is waiting. */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

  /** Time after which the release gives up on a session that needs credit but lacks memory. */
  private static final Duration MEMORY_TIMEOUT = Duration.ofSeconds(30);

  /** Operations on a live session; tests substitute a fake. */
  interface Live {
    boolean hasEnded();

    /** The session window alone; much cheaper than {@link #snapshot}. */
    int window();

    SessionSnapshot snapshot();

    /** Names of the threads that wait for data of a stream. */
    List<String> readers();

    void advance(int bytes) throws ReflectiveOperationException;

    /** Returns whether one of these streams, if open at the first snapshot, was reset. */
    boolean isAnyReset(Set<Integer> streams);

    /** Remembers how far the streams open at the first snapshot have been read. */
    void mark();

    /** Returns the streams from which data was certainly read since {@link #mark}. */
    Set<Integer> readSinceMark();

    /** Restores lost window by counting the bytes as read. */
    void regain(int bytes) throws ReflectiveOperationException;
  }

  private final Live live;
  private final boolean untilRestart;
  private final Set<Integer> streams;

  /** Threads that waited at the first snapshot, if the session's window was exhausted. */
  private final List<String> firstReaders;

  /** Streams that were read between the first two snapshots. */
  private Set<Integer> readStreams = Set.of();

  /** Streams that certainly do not belong to the hung query. */
  private Set<Integer> unrelated = Set.of();

  private SessionSnapshot current;
  private SessionProgress state = SessionProgress.WINDOW_LEFT;

  /** The threads that waited at the last check. */
  private List<String> readers = List.of();

  /** The snapshot before the first credit; null until credit is given. */
  private SessionSnapshot before;

  private long beforeNanos;
  private long firstMillis = -1;
  private long memoryShortSinceNanos;
  private long givenBytes;

  /** The first snapshot since the last change of the session. */
  private SessionSnapshot idleSnapshot;

  private long idleSinceNanos;
  private boolean settled;
  private long regainedBytes;
  private boolean involved;
  private boolean wasHung;
  private long nextCheckNanos = Long.MIN_VALUE;

  /**
   * Follows the streams that are open now; with {@code untilRestart}, all streams until the JVM
   * ends.
   */
  ReleasedSession(Live live, boolean untilRestart) {
    this.live = live;
    this.untilRestart = untilRestart;
    this.current = live.snapshot();
    this.streams = new HashSet<>(current.streams());
    this.firstReaders = current.window() <= current.advancedBytes() ? live.readers() : List.of();
  }

  /** Remembers how far the streams have been read, for {@link #judge} some seconds later. */
  void mark() {
    live.mark();
  }

  /** Takes the second snapshot of each session, and derives the states from both. */
  static void judge(Collection<ReleasedSession> sessions) {
    sessions.forEach(session -> session.readStreams = session.live.readSinceMark());
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
    state = SessionProgress.of(current, second, !readers.isEmpty());
    wasHung = state == SessionProgress.STALLED;
    current = second;
  }

  /**
   * Returns whether the threads that wait for a stalled session also waited at the first snapshot.
   * Since no data arrived on it, they did nothing else in between.
   */
  private boolean isAwaitedBySameThreads() {
    return firstReaders.containsAll(readers);
  }

  private void markInvolved(boolean hungThroughout) {
    involved = !current.streams().isEmpty();
    unrelated = hungThroughout ? readStreams : Set.of();
  }

  SessionSnapshot currentSnapshot() {
    return current;
  }

  long givenBytes() {
    return givenBytes;
  }

  /** Bytes of window that streams closed early had lost and that were restored. */
  long regainedBytes() {
    return regainedBytes;
  }

  /** The state to report, under the session's name and with its version of Jetty. */
  ReleaseStatus.Session status(String id, String remote, String jetty) {
    return new ReleaseStatus.Session(
        id,
        remote,
        jetty,
        state,
        current.window(),
        current.largestWindow(),
        current.uncreditedBytes(),
        current.unreadBytes(),
        current.streams().size(),
        readers,
        givenBytes,
        current.advancedBytes(),
        regainedBytes,
        before == null ? 0 : current.receivedBytes() - before.receivedBytes(),
        before == null ? 0 : current.bytesReadSince(before),
        firstMillis,
        "");
  }

  /** Bytes that may still arrive for credit given in advance. */
  long pendingBytes() {
    return givenBytes == 0 || live.hasEnded() ? 0 : Math.max(0, live.window());
  }

  /** Takes a last snapshot, which also restores the threshold at which Jetty gives credit. */
  void settleCredit() {
    if (givenBytes > 0 && !live.hasEnded()) {
      current = live.snapshot();
    }
  }

  /** Returns whether the session may need more steps. */
  boolean isActive() {
    return switch (state) {
      case ENDED, RESET -> !settled && !live.hasEnded();
      case NO_DATA -> untilRestart;
      default -> untilRestart || involved;
    };
  }

  /** Returns whether the release must continue for this session. */
  boolean isNeeded(long nowNanos) {
    return isActive()
        && !isGivenUp(nowNanos)
        && (wasHung || hasEnded() || !unrelated.containsAll(openSinceFirst()));
  }

  private Set<Integer> openSinceFirst() {
    Set<Integer> open = new HashSet<>(current.streams());
    open.retainAll(streams);
    return open;
  }

  /**
   * Gives the credit that the session needs, as far as memory allows.
   *
   * @param memory the limit for credit, queried each time before credit is given
   * @return the bytes given now
   */
  int advance(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    if (live.hasEnded()) {
      end();
      return 0;
    }
    if (untilRestart && !Credit.isLow(live.window(), current.largestWindow())) {
      return 0;
    }
    current = live.snapshot();
    if (!untilRestart && openSinceFirst().isEmpty()) {
      end();
      settled = !current.streams().isEmpty() || current.unreadBytes() < MIN_LOST_BYTES;
    }
    if (current.streams().isEmpty()) {
      regainLostCredit(nowNanos);
    }
    if (current.streams().isEmpty() || hasEnded()) {
      return 0;
    }
    return isProbing(nowNanos) ? 0 : give(memory, nowNanos);
  }

  private void end() {
    if (!hasEnded()) {
      boolean broken = wasHung && !untilRestart && live.isAnyReset(streams);
      state = broken ? SessionProgress.RESET : SessionProgress.ENDED;
    }
  }

  private boolean hasEnded() {
    return state == SessionProgress.ENDED || state == SessionProgress.RESET;
  }

  /** Returns whether to keep waiting for the peer to use the first credit. */
  private boolean isProbing(long nowNanos) {
    if (before == null || firstMillis >= 0) {
      return false;
    }
    boolean untouched =
        current.window() == before.window() + givenBytes
            && current.uncreditedBytes() == before.uncreditedBytes() - givenBytes;
    if (!untouched) {
      firstMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - beforeNanos);
      state = SessionProgress.GOES_ON;
      return false;
    }
    if (nowNanos - beforeNanos > PROBE_TIMEOUT.toNanos()) {
      state = SessionProgress.NO_DATA;
    }
    return true;
  }

  private void regainLostCredit(long nowNanos) throws ReflectiveOperationException {
    if (idleSnapshot == null
        || current.receivedBytes() != idleSnapshot.receivedBytes()
        || current.uncreditedBytes() != idleSnapshot.uncreditedBytes()) {
      idleSnapshot = current;
      idleSinceNanos = nowNanos;
    } else if (nowNanos - idleSinceNanos > LOST_TIMEOUT.toNanos()
        && current.unreadBytes() >= MIN_LOST_BYTES) {
      regainedBytes += current.unreadBytes();
      live.regain((int) current.unreadBytes());
      current = live.snapshot();
      settled = true;
    }
  }

  private int give(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    boolean isFirstGrant = before == null && state == SessionProgress.STALLED;
    int wanted = isFirstGrant ? Credit.firstGrant(current) : Credit.wantedBytes(current);
    if (wanted == 0 && state == SessionProgress.NO_MEMORY) {
      state = before == null ? SessionProgress.STALLED : SessionProgress.GOES_ON;
    }
    if (wanted == 0 || !isAwaited(nowNanos)) {
      return 0;
    }
    int bytes = Math.min(wanted, memory.getAsInt());
    if (bytes == 0) {
      waitForMemory(nowNanos);
      return 0;
    }
    if (before == null) {
      before = current;
      beforeNanos = nowNanos;
      state = SessionProgress.STALLED; // until data arrives
    } else {
      state = SessionProgress.GOES_ON;
    }
    wasHung = true;
    live.advance(bytes);
    givenBytes += bytes;
    return bytes;
  }

  private boolean isAwaited(long nowNanos) {
    if (nowNanos >= nextCheckNanos) {
      readers = live.readers();
      nextCheckNanos = nowNanos + CHECK_INTERVAL.toNanos();
    }
    return !readers.isEmpty();
  }

  private void waitForMemory(long nowNanos) {
    if (current.window() <= 0 && state != SessionProgress.NO_MEMORY) {
      wasHung = true;
      state = SessionProgress.NO_MEMORY;
      memoryShortSinceNanos = nowNanos;
    }
  }

  /** Returns whether the session has lacked memory for too long. */
  private boolean isGivenUp(long nowNanos) {
    return state == SessionProgress.NO_MEMORY
        && nowNanos - memoryShortSinceNanos > MEMORY_TIMEOUT.toNanos();
  }
}
