package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionLook;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Follows a session from the first look until the streams that were open then have ended.
 *
 * <p>A session that stalls is followed until all of them have ended. Another session is followed,
 * too, because the query that hung may wait for it next; but streams that were read while that
 * query hung belong to other queries.
 */
final class ReleasedSession {
  /** Time limit for the other end to use the first credit. */
  private static final Duration PROBE = Duration.ofSeconds(30);

  /**
   * Unread bytes are lost if a session has no stream for this long: their streams were closed
   * early.
   */
  private static final Duration LOST = Duration.ofSeconds(10);

  /** Fewer bytes may belong to responses that are still being read. */
  private static final int LEAST_LOST = 1 << 20;

  /** Interval between checks whether a thread waits. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(500);

  /** Time until a session that is short of memory is given up. */
  private static final Duration SHORT_OF_MEMORY = Duration.ofSeconds(30);

  /** Operations on a live session; tests substitute their own. */
  interface Live {
    boolean isOver();

    /** The session window alone; much cheaper than {@link #look}. */
    int window();

    SessionLook look();

    /** Names of the threads that wait for data of a stream. */
    List<String> readers();

    void advance(int bytes) throws ReflectiveOperationException;

    /** Returns how many of these streams were reset, of those open at the first look. */
    int resetOf(Set<Integer> streams);

    /** Remembers how far the streams open at the first look have been read. */
    void mark();

    /** Returns the streams of which data was certainly read since then. */
    Set<Integer> readSinceMark();

    /** Counts lost bytes as read. */
    void regain(int bytes) throws ReflectiveOperationException;
  }

  /** The limit for credit, asked each time before credit is given. */
  interface Memory {
    int allowed();
  }

  private final Live live;
  private final boolean forGood;
  private final Set<Integer> streams;

  /** Threads that waited at the first look, if the session had no window left. */
  private final List<String> firstReaders;

  /** Streams that were read between the two looks. */
  private Set<Integer> read = Set.of();

  /** Streams that are certainly of another query than the one that hung. */
  private Set<Integer> unrelated = Set.of();

  private SessionLook look;
  private SessionState state = SessionState.WINDOW_LEFT;
  private List<String> readers = List.of();

  /** The look before the first credit. */
  private SessionLook before;

  private long beforeNanos;
  private long firstMillis = -1;
  private long shortSinceNanos;
  private long given;

  /** The last look at which a session without streams had changed. */
  private SessionLook idle;

  private long idleSinceNanos;
  private boolean settled;
  private long regained;
  private boolean involved;
  private boolean hung;
  private long notAwaitedUntilNanos = Long.MIN_VALUE;
  private long awaitedUntilNanos = Long.MIN_VALUE;

  /** Follows the streams that are open now, or all streams for good. */
  ReleasedSession(Live live, boolean forGood) {
    this.live = live;
    this.forGood = forGood;
    this.look = live.look();
    this.streams = new HashSet<>(look.streams());
    this.firstReaders = look.window() <= look.advanced() ? live.readers() : List.of();
  }

  /**
   * Takes the second look at each session, and derives the states from both.
   *
   * @param pause waits between the looks, and may remove sessions
   */
  static void judge(Collection<ReleasedSession> sessions, Pause pause) throws InterruptedException {
    // Streams are observed only while all sessions are: within the time in which a query hung.
    sessions.forEach(one -> one.live.mark());
    pause.await();
    sessions.forEach(one -> one.read = one.live.readSinceMark());
    sessions.forEach(ReleasedSession::judge);
    List<ReleasedSession> stalled =
        sessions.stream().filter(one -> one.state == SessionState.STALLED).toList();
    if (!stalled.isEmpty()) {
      boolean hungAllAlong = stalled.stream().allMatch(ReleasedSession::isAwaitedBySameThreads);
      sessions.forEach(one -> one.involve(hungAllAlong));
    }
  }

  interface Pause {
    void await() throws InterruptedException;
  }

  private void judge() {
    SessionLook second = live.look();
    readers = live.readers();
    state = SessionState.of(look, second, !readers.isEmpty());
    hung = state == SessionState.STALLED;
    look = second;
  }

  /**
   * Returns whether the threads that wait for a stalled session did so at the first look, too. As
   * nothing arrived on it, they did nothing else in between.
   */
  private boolean isAwaitedBySameThreads() {
    return firstReaders.containsAll(readers);
  }

  private void involve(boolean hungAllAlong) {
    involved = !look.streams().isEmpty();
    unrelated = hungAllAlong ? read : Set.of();
  }

  SessionState state() {
    return state;
  }

  /** The threads that waited at the last check. */
  List<String> readers() {
    return readers;
  }

  SessionLook look() {
    return look;
  }

  long given() {
    return given;
  }

  /** Bytes of window that streams closed early had lost and that were restored. */
  long regained() {
    return regained;
  }

  long firstMillis() {
    return firstMillis;
  }

  long arrived() {
    return before == null ? 0 : look.arrived() - before.arrived();
  }

  long read() {
    return before == null ? 0 : look.readSince(before);
  }

  /** Bytes that may still arrive for our credit. */
  long pending() {
    return given == 0 || live.isOver() ? 0 : Math.max(0, live.window());
  }

  /** Takes a last look, which also restores Jetty's threshold. */
  void settle() {
    if (given > 0 && !live.isOver()) {
      look = live.look();
    }
  }

  /** Returns whether the session may need more steps. */
  boolean isActive() {
    return switch (state) {
      case ENDED, RESET -> !settled && !live.isOver();
      case NO_DATA -> forGood;
      default -> forGood || involved;
    };
  }

  /** Returns whether the release must go on for this session. */
  boolean isNeeded(long nowNanos) {
    return isActive()
        && !isGivenUp(nowNanos)
        && (hung || hasEnded() || !unrelated.containsAll(openSinceFirst()));
  }

  private Set<Integer> openSinceFirst() {
    Set<Integer> open = new HashSet<>(look.streams());
    open.retainAll(streams);
    return open;
  }

  /**
   * Gives the credit that the session needs, as far as memory allows.
   *
   * @return the bytes given now
   */
  int step(Memory memory, long nowNanos) throws ReflectiveOperationException {
    if (live.isOver()) {
      end();
      return 0;
    }
    if (forGood && !Credit.isLow(live.window(), look.largest())) {
      return 0;
    }
    look = live.look();
    if (!forGood && openSinceFirst().isEmpty()) {
      end();
      settled = !look.streams().isEmpty() || look.unread() < LEAST_LOST;
    }
    if (look.streams().isEmpty()) {
      regainWhatIsLost(nowNanos);
    }
    if (look.streams().isEmpty() || hasEnded()) {
      return 0;
    }
    return isProbed(nowNanos) ? 0 : give(memory, nowNanos);
  }

  private void end() {
    if (!hasEnded()) {
      boolean broken = hung && !forGood && live.resetOf(streams) > 0;
      state = broken ? SessionState.RESET : SessionState.ENDED;
    }
  }

  private boolean hasEnded() {
    return state == SessionState.ENDED || state == SessionState.RESET;
  }

  /** Returns whether we still wait to see if the other end uses the first credit. */
  private boolean isProbed(long nowNanos) {
    if (before == null || firstMillis >= 0) {
      return false;
    }
    boolean untouched =
        look.window() == before.window() + given && look.level() == before.level() - given;
    if (!untouched) {
      firstMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - beforeNanos);
      state = SessionState.GOES_ON;
      return false;
    }
    if (nowNanos - beforeNanos > PROBE.toNanos()) {
      state = SessionState.NO_DATA;
    }
    return true;
  }

  private void regainWhatIsLost(long nowNanos) throws ReflectiveOperationException {
    if (idle == null || look.differsFrom(idle)) {
      idle = look;
      idleSinceNanos = nowNanos;
    } else if (nowNanos - idleSinceNanos > LOST.toNanos() && look.unread() >= LEAST_LOST) {
      regained += look.unread();
      live.regain((int) look.unread());
      look = live.look();
      settled = true;
    }
  }

  private int give(Memory memory, long nowNanos) throws ReflectiveOperationException {
    boolean first = before == null && state == SessionState.STALLED;
    int wanted = first ? Credit.first(look) : Credit.wanted(look);
    if (wanted == 0 && state == SessionState.NO_MEMORY) {
      state = before == null ? SessionState.STALLED : SessionState.GOES_ON;
    }
    if (wanted == 0 || !isAwaited(nowNanos)) {
      return 0;
    }
    int bytes = Math.min(wanted, memory.allowed());
    if (bytes == 0) {
      waitForMemory(nowNanos);
      return 0;
    }
    if (before == null) {
      before = look;
      beforeNanos = nowNanos;
      state = SessionState.STALLED; // until data arrives
    } else {
      state = SessionState.GOES_ON;
    }
    hung = true;
    live.advance(bytes);
    given += bytes;
    return bytes;
  }

  private boolean isAwaited(long nowNanos) {
    if (nowNanos < notAwaitedUntilNanos) {
      return false;
    }
    if (nowNanos < awaitedUntilNanos) {
      return true;
    }
    readers = live.readers();
    long until = nowNanos + BETWEEN_QUESTIONS.toNanos();
    if (readers.isEmpty()) {
      notAwaitedUntilNanos = until;
    } else {
      awaitedUntilNanos = until;
    }
    return !readers.isEmpty();
  }

  private void waitForMemory(long nowNanos) {
    if (look.window() <= 0 && state != SessionState.NO_MEMORY) {
      hung = true;
      state = SessionState.NO_MEMORY;
      shortSinceNanos = nowNanos;
    }
  }

  /** Returns whether the session was short of memory for too long to wait any further. */
  private boolean isGivenUp(long nowNanos) {
    return state == SessionState.NO_MEMORY
        && nowNanos - shortSinceNanos > SHORT_OF_MEMORY.toNanos();
  }
}
