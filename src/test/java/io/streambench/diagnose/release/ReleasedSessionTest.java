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
  private static final int LARGEST = 16 << 20;
  private static final int FIRST = 65_536;
  private static final IntSupplier ENOUGH = () -> 1 << 30;
  private static final IntSupplier NONE = () -> 0;

  /** A session whose windows are kept as Jetty keeps them. */
  private static final class Session implements LiveSession {
    private final Set<Integer> streams = new HashSet<>(Set.of(1, 3));
    private int window;
    private int level;
    private int empty = 1;
    private long arrived = LARGEST;
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
      return new SessionSnapshot(window, level, LARGEST, streams, empty, arrived);
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
      if (level > LARGEST / 2) {
        giveCredit(level);
      }
    }

    private int unread() {
      return LARGEST - window - level;
    }

    private void receive(int bytes) {
      window -= bytes;
      arrived += bytes;
    }

    /** As {@code BufferingFlowControlStrategy.onDataConsumed} does. */
    private void read(int bytes) {
      level += bytes;
      if (level > LARGEST / 2) {
        window += level;
        level = 0;
      }
    }
  }

  private final Session live = new Session();

  private static long seconds(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  private ReleasedSession judged(boolean untilRestart) throws Exception {
    return besideStalled(live, untilRestart);
  }

  private static ReleasedSession besideStalled(Session live, boolean untilRestart)
      throws Exception {
    ReleasedSession session = new ReleasedSession(live, untilRestart);
    judge(session, new ReleasedSession(new Session(), untilRestart));
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
  void theFirstCreditIsSmallAndMoreComesOnceDataHasArrived() throws Exception {
    ReleasedSession session = judged(false);
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isEqualTo(FIRST);
    assertThat(session.giveNeededCredit(ENOUGH, seconds(1))).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.STALLED);
    live.receive(FIRST);
    assertThat(session.giveNeededCredit(ENOUGH, seconds(2))).isEqualTo(LARGEST / 2);
    assertThat(status(session).state()).isEqualTo(SessionProgress.GOES_ON);
    assertThat(status(session).firstDataMillis()).isEqualTo(2_000);
    assertThat(status(session).readBytes()).isZero();
    live.read(1_000);
    session.giveNeededCredit(ENOUGH, seconds(3));
    assertThat(status(session).readBytes()).isEqualTo(1_000);
    assertThat(status(session).arrivedBytes()).isEqualTo(FIRST);
  }

  @Test
  void aSessionWithWindowLeftSaysWhatItsStreamsWaitFor() throws Exception {
    live.window = 1_000;
    live.otherWaits = "their readers do not read";
    assertThat(status(judged(false)).waits()).isEqualTo("their readers do not read");
    live.window = 0;
    assertThat(status(judged(false)).waits()).isEmpty();
  }

  @Test
  void anotherEndThatSendsNothingGetsNoMore() throws Exception {
    ReleasedSession session = judged(false);
    session.giveNeededCredit(ENOUGH, 0);
    assertThat(session.giveNeededCredit(ENOUGH, seconds(31))).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.NO_DATA);
    assertThat(session.isActive()).isFalse();
    assertThat(session.givenBytes()).isEqualTo(FIRST);
  }

  @Test
  void withoutMemoryItGetsNothingAndIsGivenUp() throws Exception {
    ReleasedSession session = judged(false);
    assertThat(session.giveNeededCredit(NONE, 0)).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.NO_MEMORY);
    assertThat(session.isReleaseNeeded(seconds(29))).isTrue();
    assertThat(session.isReleaseNeeded(seconds(31))).isFalse();
    session.giveNeededCredit(ENOUGH, seconds(20));
    assertThat(session.isReleaseNeeded(seconds(31))).isTrue();
  }

  @Test
  void itEndsWithTheStreamsThatHungAndWithTheConnection() throws Exception {
    ReleasedSession session = judged(false);
    live.streams.remove(1);
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isPositive();
    live.streams.clear();
    live.streams.add(5);
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isZero();
    assertThat(status(session).state()).isEqualTo(SessionProgress.ENDED);
    ReleasedSession other = judged(true);
    live.over = true;
    other.giveNeededCredit(ENOUGH, 0);
    assertThat(other.isActive()).isFalse();
  }

  @Test
  void streamsThatWereResetAreNotCalledEnded() throws Exception {
    ReleasedSession session = judged(false);
    session.giveNeededCredit(ENOUGH, 0);
    live.streams.clear();
    live.reset = true;
    session.giveNeededCredit(ENOUGH, 0);
    assertThat(status(session).state()).isEqualTo(SessionProgress.RESET);
  }

  @Test
  void aSessionThatNothingWaitsForGetsNothingUntilSomethingDoes() throws Exception {
    live.readers = List.of();
    ReleasedSession session = judged(false);
    assertThat(status(session).state()).isEqualTo(SessionProgress.NOT_READ);
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isZero();
    live.readers = List.of("reader");
    assertThat(session.giveNeededCredit(ENOUGH, 1)).isZero();
    assertThat(session.giveNeededCredit(ENOUGH, seconds(1))).isEqualTo(LARGEST / 2);
  }

  @Test
  void anotherSessionOfTheSameQueryGetsCreditOnceItsWindowIsLow() throws Exception {
    live.window = LARGEST / 2;
    ReleasedSession session = judged(false);
    assertThat(status(session).state()).isEqualTo(SessionProgress.WINDOW_LEFT);
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isZero();
    live.receive(LARGEST / 2);
    assertThat(session.giveNeededCredit(ENOUGH, 1)).isEqualTo(LARGEST / 2);
  }

  /** Two sessions of a query that hangs on the first one, both with streams 1 and 3. */
  private static final class Hung {
    private final Session stalled = new Session();
    private final Session other = new Session();
    private ReleasedSession one;
    private ReleasedSession two;

    private Hung() {
      other.window = LARGEST / 2;
      other.readers = List.of();
    }

    private Hung look() {
      one = new ReleasedSession(stalled, false);
      two = new ReleasedSession(other, false);
      return this;
    }

    private Hung judged() throws Exception {
      judge(one, two);
      assertThat(status(one).state()).isEqualTo(SessionProgress.STALLED);
      return this;
    }

    private void step(int second) throws Exception {
      one.giveNeededCredit(ENOUGH, seconds(second));
      two.giveNeededCredit(ENOUGH, seconds(second));
    }

    private void endStalled(int second) throws Exception {
      stalled.streams.clear();
      stalled.read(stalled.unread());
      step(second);
      assertThat(status(one).state()).isEqualTo(SessionProgress.ENDED);
      assertThat(one.isReleaseNeeded(seconds(second))).isFalse();
    }
  }

  @Test
  void aSessionThatTheQueryNeedsNextKeepsTheReleaseUntilItsStreamsHaveEnded() throws Exception {
    Hung query = new Hung();
    query.other.read = Set.of(3); // of another query; stream 1 is of this one
    query.look().judged().step(0);
    query.endStalled(1);
    assertThat(query.two.isReleaseNeeded(seconds(1))).isTrue();
    query.other.readers = List.of("reader");
    query.other.receive(LARGEST / 2);
    query.step(3);
    assertThat(query.two.givenBytes()).isEqualTo(LARGEST / 2);
    query.other.streams.remove(1);
    query.step(4);
    assertThat(query.two.isReleaseNeeded(seconds(4)))
        .isTrue(); // it got credit, so it is followed whole
    query.other.streams.clear();
    query.other.read(query.other.unread());
    query.step(5);
    assertThat(query.two.isReleaseNeeded(seconds(5))).isFalse();
  }

  /** It may have read the other session until just before the second look. */
  @ParameterizedTest
  @CsvSource({"'', reader", "reader, reader another"})
  void aQueryThatBeganToHangBetweenTheLooksKeepsAllItsSessions(String before, String after)
      throws Exception {
    Hung query = new Hung();
    query.other.read = Set.of(1, 3);
    query.stalled.readers = before.isEmpty() ? List.of() : List.of(before);
    query.look();
    query.stalled.readers = List.of(after.split(" "));
    query.judged().step(0);
    query.endStalled(1);
    assertThat(query.two.isReleaseNeeded(seconds(1))).isTrue();
  }

  /** Streams of the query are never read while it hangs; of the others some are. */
  @Test
  void theReleaseEndsNoEarlierThanTheQueryAndIsNotKeptByWhatWasRead() throws Exception {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      Hung query = new Hung();
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
      query.look().judged().step(0);
      Collections.shuffle(open, random);
      int endOfStalled = random.nextInt(open.size());
      for (int second = 0; second < open.size(); second++) {
        if (second == endOfStalled) {
          query.endStalled(second);
        }
        query.other.streams.remove(open.get(second));
        query.other.streams.add(100 + second); // what is opened later keeps nothing
        query.step(second);
        boolean maybeOfTheQuery = !read.containsAll(open.subList(second + 1, open.size()));
        assertThat(query.two.isReleaseNeeded(seconds(second))).isEqualTo(maybeOfTheQuery);
      }
    }
  }

  @Test
  void anUnrelatedSessionThatNeedsCreditMeanwhileIsFollowedWhole() throws Exception {
    Hung query = new Hung();
    query.other.read = Set.of(1, 3);
    query.look().judged().step(0);
    query.other.readers = List.of("reader");
    query.other.receive(LARGEST / 2);
    query.step(1);
    assertThat(query.two.givenBytes()).isPositive();
    query.endStalled(2);
    assertThat(query.two.isReleaseNeeded(seconds(2))).isTrue();
  }

  @Test
  void aSessionThatNeverStalledKeepsTheReleaseUntilItsLostWindowIsBack() throws Exception {
    Hung query = new Hung().look().judged();
    query.step(0);
    query.endStalled(1);
    query.other.streams.clear(); // closed early: half of the window is lost
    query.step(2);
    assertThat(query.two.isReleaseNeeded(seconds(2))).isTrue();
    query.step(13);
    assertThat(query.two.regainedBytes()).isEqualTo(LARGEST / 2);
    assertThat(query.two.isReleaseNeeded(seconds(13))).isFalse();
  }

  @Test
  void whatClosedStreamsHaveLostComesBackOnceTheSessionIsIdle() throws Exception {
    for (int advanced : new int[] {0, 5_000_000, LARGEST}) {
      Session live = new Session();
      ReleasedSession session = besideStalled(live, false);
      live.giveCredit(advanced);
      live.streams.clear();
      session.giveNeededCredit(ENOUGH, 0);
      assertThat(status(session).state()).isEqualTo(SessionProgress.ENDED);
      session.giveNeededCredit(ENOUGH, seconds(9));
      assertThat(session.regainedBytes()).isZero();
      assertThat(session.isActive()).isTrue();
      session.giveNeededCredit(ENOUGH, seconds(11));
      assertThat(session.regainedBytes()).isEqualTo(LARGEST);
      assertThat(live.window + live.level).isEqualTo(LARGEST);
      assertThat(live.window).isGreaterThanOrEqualTo(LARGEST / 2);
      assertThat(session.isActive()).isFalse();
    }
  }

  @Test
  void whatIsStillReadIsNotLost() throws Exception {
    ReleasedSession session = judged(false);
    live.streams.clear();
    for (int second = 0; second < 60; second += 4) {
      live.read(1);
      session.giveNeededCredit(ENOUGH, seconds(second));
    }
    assertThat(session.regainedBytes()).isZero();
    live.streams.add(7);
    session.giveNeededCredit(ENOUGH, seconds(70));
    assertThat(session.isActive()).isFalse();
  }

  @Test
  void aHealthySessionGetsNothing() throws Exception {
    live.window = LARGEST / 4;
    ReleasedSession session = judged(true);
    assertThat(session.isActive()).isTrue();
    live.window = 1_000;
    live.empty = 0;
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isZero();
    live.window = LARGEST / 4;
    live.empty = 1;
    assertThat(session.giveNeededCredit(ENOUGH, 0)).isZero();
  }

  /** So nothing has to be undone: whenever it stops, all that was given comes back by reading. */
  @Test
  void whateverIsReadAndWhenTheWindowComesBackToWhatItWas() throws Exception {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      Session live = new Session();
      ReleasedSession session = new ReleasedSession(live, true);
      for (int step = 0; step < 100; step++) {
        live.receive(random.nextInt(live.window + 1));
        live.read(random.nextInt(live.unread() + 1));
        live.empty = random.nextInt(2);
        session.giveNeededCredit(ENOUGH, step);
        assertThat(live.unread()).isBetween(0, 1 << 30);
        assertThat(live.largestWindow).isLessThanOrEqualTo(LARGEST);
      }
      live.read(live.unread());
      assertThat(live.window + live.level).isEqualTo(LARGEST);
      assertThat(live.level).isBetween(0, LARGEST / 2);
    }
  }
}
