package io.streambench.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.live.SessionLook;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReleasedSessionTest {
  private static final int LARGEST = 16 << 20;
  private static final int FIRST = 65_536;
  private static final ReleasedSession.Memory ENOUGH = () -> 1 << 30;
  private static final ReleasedSession.Memory NONE = () -> 0;

  /** A session whose windows are kept as Jetty keeps them. */
  private static final class Session implements ReleasedSession.Live {
    private final Set<Integer> streams = new HashSet<>(Set.of(1, 3));
    private int window;
    private int level;
    private int empty = 1;
    private long arrived = LARGEST;
    private boolean over;
    private List<String> readers = List.of("reader");
    private int reset;
    private int largestWindow;

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public int window() {
      return window;
    }

    @Override
    public SessionLook look() {
      return new SessionLook(window, level, LARGEST, streams, empty, arrived);
    }

    @Override
    public List<String> readers() {
      return readers;
    }

    @Override
    public int resetOf(Set<Integer> streams) {
      return reset;
    }

    @Override
    public void advance(int bytes) {
      level -= bytes;
      window += bytes;
      largestWindow = Math.max(largestWindow, window);
    }

    @Override
    public void regain(int bytes) {
      level += bytes;
      if (level > LARGEST / 2) {
        advance(level);
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

  private ReleasedSession judged(boolean forGood) {
    ReleasedSession session = new ReleasedSession(live, forGood);
    session.judge();
    session.involve();
    return session;
  }

  @Test
  void theFirstCreditIsSmallAndMoreComesOnceDataHasArrived() throws Exception {
    ReleasedSession session = judged(false);
    assertThat(session.step(ENOUGH, 0)).isEqualTo(FIRST);
    assertThat(session.step(ENOUGH, seconds(1))).isZero();
    assertThat(session.state()).isEqualTo(SessionState.STALLED);
    live.receive(FIRST);
    assertThat(session.step(ENOUGH, seconds(2))).isEqualTo(LARGEST / 2);
    assertThat(session.state()).isEqualTo(SessionState.GOES_ON);
    assertThat(session.firstMillis()).isEqualTo(2_000);
    assertThat(session.read()).isZero();
    live.read(1_000);
    session.step(ENOUGH, seconds(3));
    assertThat(session.read()).isEqualTo(1_000);
    assertThat(session.arrived()).isEqualTo(FIRST);
  }

  @Test
  void anotherEndThatSendsNothingGetsNoMore() throws Exception {
    ReleasedSession session = judged(false);
    session.step(ENOUGH, 0);
    assertThat(session.step(ENOUGH, seconds(31))).isZero();
    assertThat(session.state()).isEqualTo(SessionState.NO_DATA);
    assertThat(session.isActive()).isFalse();
    assertThat(session.given()).isEqualTo(FIRST);
  }

  @Test
  void withoutMemoryItGetsNothingAndIsGivenUp() throws Exception {
    ReleasedSession session = judged(false);
    assertThat(session.step(NONE, 0)).isZero();
    assertThat(session.state()).isEqualTo(SessionState.NO_MEMORY);
    assertThat(session.isGivenUp(seconds(29))).isFalse();
    assertThat(session.isGivenUp(seconds(31))).isTrue();
    session.step(ENOUGH, seconds(20));
    assertThat(session.isGivenUp(seconds(31))).isFalse();
  }

  @Test
  void itEndsWithTheStreamsThatHungAndWithTheConnection() throws Exception {
    ReleasedSession session = judged(false);
    live.streams.remove(1);
    assertThat(session.step(ENOUGH, 0)).isPositive();
    live.streams.clear();
    live.streams.add(5);
    assertThat(session.step(ENOUGH, 0)).isZero();
    assertThat(session.state()).isEqualTo(SessionState.ENDED);
    ReleasedSession other = judged(true);
    live.over = true;
    other.step(ENOUGH, 0);
    assertThat(other.isActive()).isFalse();
  }

  @Test
  void streamsThatWereResetAreNotCalledEnded() throws Exception {
    ReleasedSession session = judged(false);
    session.step(ENOUGH, 0);
    live.streams.clear();
    live.reset = 1;
    session.step(ENOUGH, 0);
    assertThat(session.state()).isEqualTo(SessionState.RESET);
  }

  @Test
  void aSessionThatNothingWaitsForGetsNothingUntilSomethingDoes() throws Exception {
    live.readers = List.of();
    ReleasedSession session = judged(false);
    assertThat(session.state()).isEqualTo(SessionState.NOT_READ);
    assertThat(session.step(ENOUGH, 0)).isZero();
    live.readers = List.of("reader");
    assertThat(session.step(ENOUGH, 1)).isZero();
    assertThat(session.step(ENOUGH, seconds(1))).isEqualTo(LARGEST / 2);
  }

  @Test
  void anotherSessionOfTheSameQueryGetsCreditOnceItsWindowIsLow() throws Exception {
    live.window = LARGEST / 2;
    ReleasedSession session = judged(false);
    assertThat(session.state()).isEqualTo(SessionState.WINDOW_LEFT);
    assertThat(session.step(ENOUGH, 0)).isZero();
    live.receive(LARGEST / 2);
    assertThat(session.step(ENOUGH, 1)).isEqualTo(LARGEST / 2);
  }

  @Test
  void whatClosedStreamsHaveLostComesBackOnceTheSessionIsIdle() throws Exception {
    for (int advanced : new int[] {0, 5_000_000, LARGEST}) {
      Session live = new Session();
      ReleasedSession session = new ReleasedSession(live, false);
      session.judge();
      session.involve();
      live.advance(advanced);
      live.streams.clear();
      session.step(ENOUGH, 0);
      assertThat(session.state()).isEqualTo(SessionState.ENDED);
      session.step(ENOUGH, seconds(9));
      assertThat(session.regained()).isZero();
      assertThat(session.isActive()).isTrue();
      session.step(ENOUGH, seconds(11));
      assertThat(session.regained()).isEqualTo(LARGEST);
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
      session.step(ENOUGH, seconds(second));
    }
    assertThat(session.regained()).isZero();
    live.streams.add(7);
    session.step(ENOUGH, seconds(70));
    assertThat(session.isActive()).isFalse();
  }

  @Test
  void aHealthySessionGetsNothing() throws Exception {
    live.window = LARGEST / 4;
    ReleasedSession session = judged(true);
    assertThat(session.isActive()).isTrue();
    live.window = 1_000;
    live.empty = 0;
    assertThat(session.step(ENOUGH, 0)).isZero();
    live.window = LARGEST / 4;
    live.empty = 1;
    assertThat(session.step(ENOUGH, 0)).isZero();
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
        session.step(ENOUGH, step);
        assertThat(live.unread()).isBetween(0, 1 << 30);
        assertThat(live.largestWindow).isLessThanOrEqualTo(LARGEST);
      }
      live.read(live.unread());
      assertThat(live.window + live.level).isEqualTo(LARGEST);
      assertThat(live.level).isBetween(0, LARGEST / 2);
    }
  }
}
