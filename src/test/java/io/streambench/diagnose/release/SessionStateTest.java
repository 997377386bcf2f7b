package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionStateTest {
  private static final int LARGEST = 16 << 20;

  private static SessionSnapshot look(int window, int level, long arrived, Integer... streams) {
    return new SessionSnapshot(window, level, LARGEST, Set.of(streams), 1, arrived);
  }

  @Test
  void aSessionWithoutWindowThatIsAwaitedAndStandsStillIsStalled() {
    SessionSnapshot still = look(0, 100, 7, 1, 3);
    assertThat(SessionProgress.of(still, still, true)).isEqualTo(SessionProgress.STALLED);
  }

  @Test
  void aSessionThatNoThreadWaitsForIsNot() {
    SessionSnapshot still = look(0, 100, 7, 1, 3);
    assertThat(SessionProgress.of(still, still, false)).isEqualTo(SessionProgress.NOT_READ);
  }

  @Test
  void oneByteOfWindowIsLeftToTheOtherEnd() {
    SessionSnapshot still = look(1, 100, 7, 1, 3);
    assertThat(SessionProgress.of(still, still, true)).isEqualTo(SessionProgress.WINDOW_LEFT);
  }

  @Test
  void whateverChangesBetweenTheLooksIsAMove() {
    SessionSnapshot first = look(0, 100, 7, 1, 3);
    assertThat(SessionProgress.of(first, look(0, 101, 7, 1, 3), true))
        .isEqualTo(SessionProgress.MOVES);
    assertThat(SessionProgress.of(first, look(-1, 100, 7, 1, 3), true))
        .isEqualTo(SessionProgress.MOVES);
  }

  @Test
  void headersThatArriveAreNoMove() {
    SessionSnapshot first = look(0, 100, 7, 1, 3);
    assertThat(SessionProgress.of(first, look(0, 100, 8, 1, 3), true))
        .isEqualTo(SessionProgress.STALLED);
  }

  @Test
  void windowThatWasGivenBeforeAndIsNotUsedIsOfAnEndThatSendsNothing() {
    SessionSnapshot given = look(65_536, -65_536, 7, 1, 3);
    assertThat(SessionProgress.of(given, given, true)).isEqualTo(SessionProgress.NO_DATA);
    assertThat(SessionProgress.of(given, given, false)).isEqualTo(SessionProgress.NOT_READ);
    assertThat(SessionProgress.of(given, look(65_000, -65_536, 7, 1, 3), true))
        .isEqualTo(SessionProgress.MOVES);
  }

  @Test
  void withoutAStreamNothingHangs() {
    SessionSnapshot still = look(0, 100, 7);
    assertThat(SessionProgress.of(still, still, true)).isEqualTo(SessionProgress.IDLE);
  }
}
