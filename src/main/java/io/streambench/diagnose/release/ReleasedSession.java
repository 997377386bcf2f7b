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
 * session next. Streams that were read while the query hung belong to other queries, and are
 * ignored.
 */
final class ReleasedSession {
  /** Maximum wait for the peer to send data after the first credit. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(30);

  /** Time without open streams after which unread bytes count as lost. */
  private static final Duration LOST_TIMEOUT = Duration.ofSeconds(10);

  /** Minimum number of bytes that count as lost; fewer bytes may still be read. */
  private static final int MIN_LOST_BYTES = 1 << 20;

  /** Interval between checks whether a thread waits for data. */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

  /** Maximum wait for memory for a session that needs credit. */
  private static final Duration MEMORY_TIMEOUT = Duration.ofSeconds(30);

  /** Operations on a live session of Jetty. */
  interface Live {
    boolean hasEnded();

    /** Returns the session window. This method is much faster than {@link #snapshot}. */
    int window();

    SessionSnapshot snapshot();

    /** Returns the names of the threads that wait for data of a stream. */
    List<String> readers();

    void advance(int bytes) throws ReflectiveOperationException;

    /**
     * Returns whether any of {@code streams} that was open at the first snapshot has been reset.
     */
    boolean isAnyReset(Set<Integer> streams);

    /** Records the read progress of the streams that were open at the first snapshot. */
    void mark();

    /** Returns the streams that have certainly been read since {@link #mark}. */
    Set<Integer> readSinceMark();

    /** Restores lost session window by counting the given number of unread bytes as read. */
    void regain(int bytes) throws ReflectiveOperationException;
  }

  private final Live live;
  private final boolean untilRestart;
  private final Set<Integer> streams;

  /** Threads that waited at the first snapshot, if the session's window was exhausted. */
  private final List<String> firstReaders;

  /** Streams that were read between the first two snapshots. */
  private Set<Integer> readStreams = Set.of();

  /** Streams that certainly do not belong to the hanging query. */
  private Set<Integer> unrelatedStreams = Set.of();

  private SessionSnapshot current;
  private SessionProgress state = SessionProgress.WINDOW_LEFT;

  /** The threads that waited for data at the last check. */
  private List<String> readers = List.of();

  /** The snapshot before the first credit; null until credit is given. */
  private SessionSnapshot beforeCredit;

  private long firstCreditNanos;
  private long firstDataMillis = -1;
  private long memoryLowSinceNanos;
  private long givenBytes;

  /** The first snapshot since the last change of the session. */
  private SessionSnapshot idleSnapshot;

  private long idleSinceNanos;
  private boolean isSettled;
  private long regainedBytes;
  private boolean isInvolved;
  private boolean wasHung;
  private long nextCheckNanos = Long.MIN_VALUE;

  /**
   * Creates a session that gets credit for its open streams or, if {@code untilRestart}, for all
   * streams until the JVM ends.
   */
  ReleasedSession(Live live, boolean untilRestart) {
    this.live = live;
    this.untilRestart = untilRestart;
    this.current = live.snapshot();
    this.streams = new HashSet<>(current.streams());
    this.firstReaders = current.window() <= current.advancedBytes() ? live.readers() : List.of();
  }

  /** Records the read progress of the streams, for a later call of {@link #judge}. */
  void mark() {
    live.mark();
  }

  /**
   * Takes a second snapshot of each session, and derives the session's state from both snapshots.
   */
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
   * Returns whether all threads that wait for the session also waited at the first snapshot. If the
   * session is stalled, these threads waited during the whole time between the snapshots.
   */
  private boolean isAwaitedBySameThreads() {
    return firstReaders.containsAll(readers);
  }

  private void markInvolved(boolean hungThroughout) {
    isInvolved = !current.streams().isEmpty();
    unrelatedStreams = hungThroughout ? readStreams : Set.of();
  }

  SessionSnapshot currentSnapshot() {
    return current;
  }

  long givenBytes() {
    return givenBytes;
  }

  /** Returns how much lost window was restored, in bytes. */
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
        current.window(),
        current.largestWindow(),
        current.uncreditedBytes(),
        current.unreadBytes(),
        current.streams().size(),
        readers,
        givenBytes,
        current.advancedBytes(),
        regainedBytes,
        beforeCredit == null ? 0 : current.receivedBytes() - beforeCredit.receivedBytes(),
        beforeCredit == null ? 0 : current.bytesReadSince(beforeCredit),
        firstDataMillis,
        "");
  }

  /** Returns how many bytes may still arrive for credit given in advance. */
  long pendingBytes() {
    return givenBytes == 0 || live.hasEnded() ? 0 : Math.max(0, live.window());
  }

  /** Takes a last snapshot, which also restores the threshold at which Jetty gives credit. */
  void settleCredit() {
    if (givenBytes > 0 && !live.hasEnded()) {
      current = live.snapshot();
    }
  }

  /** Returns whether further credit may help the session. */
  boolean isActive() {
    return switch (state) {
      case ENDED, RESET -> !isSettled && !live.hasEnded();
      case NO_DATA -> untilRestart;
      default -> untilRestart || isInvolved;
    };
  }

  /** Returns whether the release must continue because of this session. */
  boolean isNeeded(long nowNanos) {
    return isActive()
        && !isGivenUp(nowNanos)
        && (wasHung || hasEnded() || !unrelatedStreams.containsAll(openSinceFirst()));
  }

  private Set<Integer> openSinceFirst() {
    Set<Integer> open = new HashSet<>(current.streams());
    open.retainAll(streams);
    return open;
  }

  /**
   * Gives the credit that the session needs, as far as memory allows.
   *
   * @param memory supplies the maximum credit in bytes that memory allows; called before each
   *     credit
   * @return the number of bytes of credit given by this call
   */
  int advance(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    if (live.hasEnded()) {
      markEnded();
      return 0;
    }
    if (untilRestart && !Credit.isLow(live.window(), current.largestWindow())) {
      return 0;
    }
    current = live.snapshot();
    if (!untilRestart && openSinceFirst().isEmpty()) {
      markEnded();
      isSettled = !current.streams().isEmpty() || current.unreadBytes() < MIN_LOST_BYTES;
    }
    if (current.streams().isEmpty()) {
      restoreLostWindow(nowNanos);
    }
    if (current.streams().isEmpty() || hasEnded()) {
      return 0;
    }
    return isProbing(nowNanos) ? 0 : giveCredit(memory, nowNanos);
  }

  private void markEnded() {
    if (!hasEnded()) {
      boolean isReset = wasHung && !untilRestart && live.isAnyReset(streams);
      state = isReset ? SessionProgress.RESET : SessionProgress.ENDED;
    }
  }

  private boolean hasEnded() {
    return state == SessionProgress.ENDED || state == SessionProgress.RESET;
  }

  /** Returns whether credit was given, but the peer has not yet sent data in response. */
  private boolean isProbing(long nowNanos) {
    if (beforeCredit == null || firstDataMillis >= 0) {
      return false;
    }
    boolean isUnused =
        current.window() == beforeCredit.window() + givenBytes
            && current.uncreditedBytes() == beforeCredit.uncreditedBytes() - givenBytes;
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
        || current.receivedBytes() != idleSnapshot.receivedBytes()
        || current.uncreditedBytes() != idleSnapshot.uncreditedBytes()) {
      idleSnapshot = current;
      idleSinceNanos = nowNanos;
    } else if (nowNanos - idleSinceNanos > LOST_TIMEOUT.toNanos()
        && current.unreadBytes() >= MIN_LOST_BYTES) {
      regainedBytes += current.unreadBytes();
      live.regain((int) current.unreadBytes());
      current = live.snapshot();
      isSettled = true;
    }
  }

  private int giveCredit(IntSupplier memory, long nowNanos) throws ReflectiveOperationException {
    boolean isFirstGrant = beforeCredit == null && state == SessionProgress.STALLED;
    int wanted = isFirstGrant ? Credit.firstGrant(current) : Credit.wantedBytes(current);
    if (wanted == 0 && state == SessionProgress.NO_MEMORY) {
      state = beforeCredit == null ? SessionProgress.STALLED : SessionProgress.GOES_ON;
    }
    if (wanted == 0 || !isAwaited(nowNanos)) {
      return 0;
    }
    int bytes = Math.min(wanted, memory.getAsInt());
    if (bytes == 0) {
      markMemoryLow(nowNanos);
      return 0;
    }
    if (beforeCredit == null) {
      beforeCredit = current;
      firstCreditNanos = nowNanos;
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

  private void markMemoryLow(long nowNanos) {
    if (current.window() <= 0 && state != SessionProgress.NO_MEMORY) {
      wasHung = true;
      state = SessionProgress.NO_MEMORY;
      memoryLowSinceNanos = nowNanos;
    }
  }

  /** Returns whether the session has waited too long for memory. */
  private boolean isGivenUp(long nowNanos) {
    return state == SessionProgress.NO_MEMORY
        && nowNanos - memoryLowSinceNanos > MEMORY_TIMEOUT.toNanos();
  }
}
