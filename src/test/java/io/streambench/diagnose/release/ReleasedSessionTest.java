package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleasedSessionTest {
  private static final int MAX_WINDOW = 16 << 20;
  private static final int FIRST_CREDIT = 65_536;
  private static final IntSupplier ENOUGH_MEMORY = () -> 1 << 30;
  private static final IntSupplier WITHOUT_MEMORY = () -> 0;

  /** A session that counts its windows as Jetty does. */
  private static final class SimulatedSession implements LiveSession {
    private final Set<Integer> streams = new HashSet<>(Set.of(1, 3));
    private int window;
    private int level;
    private int emptyStreams = 1;
    private long arrivedBytes = MAX_WINDOW;
    private boolean over;
    private List<String> readers = List.of("reader");
    private boolean reset;
    private int largestWindow;
    private Set<Integer> read = Set.of();
    private String otherWaits = "";

    @Override
    public boolean hasEnded() {
      return over;
    }

    @Override
    public int window() {
      return window;
    }

    @Override
    public SessionSnapshot snapshot() {
      return new SessionSnapshot(window, level, MAX_WINDOW, streams, emptyStreams, arrivedBytes);
    }

    @Override
    public List<String> readers() {
      return readers;
    }

    @Override
    public boolean isAnyReset(Set<Integer> streams) {
      return reset;
    }

    @Override
    public void markReadProgress() {}

    @Override
    public Set<Integer> streamsReadSinceMark() {
      return read;
    }

    @Override
    public String otherWaits() {
      return otherWaits;
    }

    @Override
    public void giveCredit(int bytes) {
      level -= bytes;
      window += bytes;
      largestWindow = Math.max(largestWindow, window);
    }

    @Override
    public void restoreWindow(int bytes) {
      level += bytes;
      if (level > MAX_WINDOW / 2) {
        giveCredit(level);
      }
    }

    private int unread() {
      return MAX_WINDOW - window - level;
    }

    private void receive(int bytes) {
      window -= bytes;
      arrivedBytes += bytes;
    }

    /** Reads data like {@code BufferingFlowControlStrategy.onDataConsumed}. */
    private void read(int bytes) {
      level += bytes;
      if (level > MAX_WINDOW / 2) {
        window += level;
        level = 0;
      }
    }
  }

  private final SimulatedSession live = new SimulatedSession();

  private static long secondsToNanos(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  private ReleasedSession judgedSession(boolean untilRestart) throws Exception {
    return judgedWithStalledSession(live, untilRestart);
  }

  private static ReleasedSession judgedWithStalledSession(
      SimulatedSession live, boolean untilRestart) throws Exception {
    ReleasedSession session = new ReleasedSession(live, untilRestart);
    judge(session, new ReleasedSession(new SimulatedSession(), untilRestart));
    return session;
  }

  private static void judge(ReleasedSession... sessions) {
    List.of(sessions).forEach(ReleasedSession::markReadProgress);
    ReleasedSession.judge(List.of(sessions));
  }

  private static ReleaseStatus.Session status(ReleasedSession session) {
    return session.status("", "", "");
  }

  @Test
  void givesSmallFirstCreditAndMoreAfterData() throws Exception {
    ReleasedSession session = judgedSession(false);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isEqualTo(FIRST_CREDIT);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(1))).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.STALLED);
    live.receive(FIRST_CREDIT);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(2)))
        .isEqualTo(MAX_WINDOW / 2);
    assertThat(status(session).state()).isEqualTo(SessionProgress.GOES_ON);
    assertThat(status(session).firstDataMillis()).isEqualTo(2_000);
    assertThat(status(session).readBytes()).isZero();
    live.read(1_000);
    session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(3));
    assertThat(status(session).readBytes()).isEqualTo(1_000);
    assertThat(status(session).arrivedBytes()).isEqualTo(FIRST_CREDIT);
  }

  @Test
  void explainsWaitsOfSessionWithWindowLeft() throws Exception {
    live.window = 1_000;
    live.otherWaits = "their readers do not read";
    assertThat(status(judgedSession(false)).waits()).isEqualTo("their readers do not read");
    live.window = 0;
    assertThat(status(judgedSession(false)).waits()).isEmpty();
  }

  @Test
  void silentPeerGetsNoMoreCredit() throws Exception {
    ReleasedSession session = judgedSession(false);
    session.giveNeededCredit(ENOUGH_MEMORY, 0);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(31))).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.NO_DATA);
    assertThat(session.isActive()).isFalse();
    assertThat(session.givenBytes()).isEqualTo(FIRST_CREDIT);
  }

  @Test
  void givesUpSessionWithoutMemory() throws Exception {
    ReleasedSession session = judgedSession(false);
    assertThat(session.giveNeededCredit(WITHOUT_MEMORY, 0)).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.NO_MEMORY);
    assertThat(session.isReleaseNeeded(secondsToNanos(29))).isTrue();
    assertThat(session.isReleaseNeeded(secondsToNanos(31))).isFalse();
    session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(20));
    assertThat(session.isReleaseNeeded(secondsToNanos(31))).isTrue();
  }

  @Test
  void releaseEndsWithHungStreamsOrConnection() throws Exception {
    ReleasedSession session = judgedSession(false);
    live.streams.remove(1);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isPositive();
    live.streams.clear();
    live.streams.add(5);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.ENDED);
    ReleasedSession other = judgedSession(true);
    live.over = true;
    other.giveNeededCredit(ENOUGH_MEMORY, 0);
    assertThat(other.isActive()).isFalse();
  }

  @Test
  void reportsResetStreamsAsReset() throws Exception {
    ReleasedSession session = judgedSession(false);
    session.giveNeededCredit(ENOUGH_MEMORY, 0);
    live.streams.clear();
    live.reset = true;
    session.giveNeededCredit(ENOUGH_MEMORY, 0);
    assertThat(status(session).state()).isEqualTo(SessionProgress.RESET);
  }

  @Test
  void givesCreditOnlyWhileThreadWaits() throws Exception {
    live.readers = List.of();
    ReleasedSession session = judgedSession(false);
    assertThat(status(session).state()).isEqualTo(SessionProgress.NOT_READ);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isZero();
    live.readers = List.of("reader");
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 1)).isZero();
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(1)))
        .isEqualTo(MAX_WINDOW / 2);
  }

  @Test
  void otherSessionOfQueryGetsCreditIfWindowIsLow() throws Exception {
    live.window = MAX_WINDOW / 2;
    ReleasedSession session = judgedSession(false);
    assertThat(status(session).state()).isEqualTo(SessionProgress.WINDOW_LEFT);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isZero();
    live.receive(MAX_WINDOW / 2);
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 1)).isEqualTo(MAX_WINDOW / 2);
  }

  /** Two sessions of a query that hangs on the first session. Both have the streams 1 and 3. */
  private static final class HungQuery {
    private final SimulatedSession stalled = new SimulatedSession();
    private final SimulatedSession other = new SimulatedSession();
    private ReleasedSession stalledReleased;
    private ReleasedSession otherReleased;

    private HungQuery() {
      other.window = MAX_WINDOW / 2;
      other.readers = List.of();
    }

    private HungQuery createSessions() {
      stalledReleased = new ReleasedSession(stalled, false);
      otherReleased = new ReleasedSession(other, false);
      return this;
    }

    private HungQuery judgeBothSessions() throws Exception {
      judge(stalledReleased, otherReleased);
      assertThat(status(stalledReleased).state()).isEqualTo(SessionProgress.STALLED);
      return this;
    }

    private void step(int second) throws Exception {
      stalledReleased.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(second));
      otherReleased.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(second));
    }

    private void endStalled(int second) throws Exception {
      stalled.streams.clear();
      stalled.read(stalled.unread());
      step(second);
      assertThat(status(stalledReleased).state()).isEqualTo(SessionProgress.ENDED);
      assertThat(stalledReleased.isReleaseNeeded(secondsToNanos(second))).isFalse();
    }
  }

  @Test
  void releaseLastsUntilNextSessionOfQueryEnds() throws Exception {
    HungQuery query = new HungQuery();
    query.other.read = Set.of(3); // stream 3 is of another query, and stream 1 of this query
    query.createSessions().judgeBothSessions().step(0);
    query.endStalled(1);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(1))).isTrue();
    query.other.readers = List.of("reader");
    query.other.receive(MAX_WINDOW / 2);
    query.step(3);
    assertThat(query.otherReleased.givenBytes()).isEqualTo(MAX_WINDOW / 2);
    query.other.streams.remove(1);
    query.step(4);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(4)))
        .isTrue(); // it got credit, so all its streams count
    query.other.streams.clear();
    query.other.read(query.other.unread());
    query.step(5);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(5))).isFalse();
  }

  /** The query may have read the other session until just before the second snapshot. */
  @ParameterizedTest
  @CsvSource({"'', reader", "reader, reader another"})
  void keepsAllSessionsIfHangBeganBetweenSnapshots(String before, String after) throws Exception {
    HungQuery query = new HungQuery();
    query.other.read = Set.of(1, 3);
    query.stalled.readers = before.isEmpty() ? List.of() : List.of(before);
    query.createSessions();
    query.stalled.readers = List.of(after.split(" "));
    query.judgeBothSessions().step(0);
    query.endStalled(1);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(1))).isTrue();
  }

  /** Streams of the query are never read while it hangs. Some of the other streams are read. */
  @Test
  void releaseEndsWithQueryDespiteOtherReadStreams() throws Exception {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      HungQuery query = new HungQuery();
      List<Integer> open = new ArrayList<>();
      Set<Integer> read = new HashSet<>();
      for (int stream = 1; stream < 20; stream += 2) {
        open.add(stream);
        if (random.nextBoolean()) {
          read.add(stream);
        }
      }
      query.other.streams.clear();
      query.other.streams.addAll(open);
      query.other.read = read;
      query.createSessions().judgeBothSessions().step(0);
      Collections.shuffle(open, random);
      int endOfStalled = random.nextInt(open.size());
      for (int second = 0; second < open.size(); second++) {
        if (second == endOfStalled) {
          query.endStalled(second);
        }
        query.other.streams.remove(open.get(second));
        query.other.streams.add(100 + second); // streams that are opened later do not count
        query.step(second);
        boolean maybeOfTheQuery = !read.containsAll(open.subList(second + 1, open.size()));
        assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(second)))
            .isEqualTo(maybeOfTheQuery);
      }
    }
  }

  @Test
  void followsAllStreamsOfUnrelatedSessionWithCredit() throws Exception {
    HungQuery query = new HungQuery();
    query.other.read = Set.of(1, 3);
    query.createSessions().judgeBothSessions().step(0);
    query.other.readers = List.of("reader");
    query.other.receive(MAX_WINDOW / 2);
    query.step(1);
    assertThat(query.otherReleased.givenBytes()).isPositive();
    query.endStalled(2);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(2))).isTrue();
  }

  @Test
  void releaseLastsUntilLostWindowIsRegained() throws Exception {
    HungQuery query = new HungQuery().createSessions().judgeBothSessions();
    query.step(0);
    query.endStalled(1);
    query.other.streams.clear(); // closed early: half of the window is lost
    query.step(2);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(2))).isTrue();
    query.step(13);
    assertThat(query.otherReleased.regainedBytes()).isEqualTo(MAX_WINDOW / 2);
    assertThat(query.otherReleased.isReleaseNeeded(secondsToNanos(13))).isFalse();
  }

  @Test
  void regainsWindowLostByClosedStreamsWhenIdle() throws Exception {
    for (int advanced : new int[] {0, 5_000_000, MAX_WINDOW}) {
      SimulatedSession live = new SimulatedSession();
      ReleasedSession session = judgedWithStalledSession(live, false);
      live.giveCredit(advanced);
      live.streams.clear();
      session.giveNeededCredit(ENOUGH_MEMORY, 0);
      assertThat(status(session).state()).isEqualTo(SessionProgress.ENDED);
      session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(9));
      assertThat(session.regainedBytes()).isZero();
      assertThat(session.isActive()).isTrue();
      session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(11));
      assertThat(session.regainedBytes()).isEqualTo(MAX_WINDOW);
      assertThat(live.window + live.level).isEqualTo(MAX_WINDOW);
      assertThat(live.window).isGreaterThanOrEqualTo(MAX_WINDOW / 2);
      assertThat(session.isActive()).isFalse();
    }
  }

  @Test
  void regainsNothingWhileDataIsRead() throws Exception {
    ReleasedSession session = judgedSession(false);
    live.streams.clear();
    for (int second = 0; second < 60; second += 4) {
      live.read(1);
      session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(second));
    }
    assertThat(session.regainedBytes()).isZero();
    live.streams.add(7);
    session.giveNeededCredit(ENOUGH_MEMORY, secondsToNanos(70));
    assertThat(session.isActive()).isFalse();
  }

  @Test
  void healthySessionGetsNoCredit() throws Exception {
    live.window = MAX_WINDOW / 4;
    ReleasedSession session = judgedSession(true);
    assertThat(session.isActive()).isTrue();
    live.window = 1_000;
    live.emptyStreams = 0;
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isZero();
    live.window = MAX_WINDOW / 4;
    live.emptyStreams = 1;
    assertThat(session.giveNeededCredit(ENOUGH_MEMORY, 0)).isZero();
  }

  /**
   * Whenever a release stops, reading returns all credit that it gave. Therefore nothing must be
   * undone.
   */
  @Test
  void readingRestoresOriginalWindow() throws Exception {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      SimulatedSession live = new SimulatedSession();
      ReleasedSession session = new ReleasedSession(live, true);
      for (int step = 0; step < 100; step++) {
        live.receive(random.nextInt(live.window + 1));
        live.read(random.nextInt(live.unread() + 1));
        live.emptyStreams = random.nextInt(2);
        session.giveNeededCredit(ENOUGH_MEMORY, step);
        assertThat(live.unread()).isBetween(0, 1 << 30);
        assertThat(live.largestWindow).isLessThanOrEqualTo(MAX_WINDOW);
      }
      live.read(live.unread());
      assertThat(live.window + live.level).isEqualTo(MAX_WINDOW);
      assertThat(live.level).isBetween(0, MAX_WINDOW / 2);
    }
  }
}
