package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionLook;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionStateTest {
  private static final int LARGEST = 16 << 20;

  private static SessionLook look(int window, int level, long arrived, Integer... streams) {
    return new SessionLook(window, level, LARGEST, Set.of(streams), 1, arrived);
  }

  @Test
  void aSessionWithoutWindowThatIsAwaitedAndStandsStillIsStalled() {
    SessionLook still = look(0, 100, 7, 1, 3);
    assertThat(SessionState.of(still, still, true)).isEqualTo(SessionState.STALLED);
  }

  @Test
  void aSessionThatNoThreadWaitsForIsNot() {
    SessionLook still = look(0, 100, 7, 1, 3);
    assertThat(SessionState.of(still, still, false)).isEqualTo(SessionState.NOT_READ);
  }

  @Test
  void oneByteOfWindowIsLeftToTheOtherEnd() {
    SessionLook still = look(1, 100, 7, 1, 3);
    assertThat(SessionState.of(still, still, true)).isEqualTo(SessionState.WINDOW_LEFT);
  }

  @Test
  void whateverChangesBetweenTheLooksIsAMove() {
    SessionLook first = look(0, 100, 7, 1, 3);
    assertThat(SessionState.of(first, look(0, 101, 7, 1, 3), true)).isEqualTo(SessionState.MOVES);
    assertThat(SessionState.of(first, look(-1, 100, 7, 1, 3), true)).isEqualTo(SessionState.MOVES);
  }

  @Test
  void headersThatArriveAreNoMove() {
    SessionLook first = look(0, 100, 7, 1, 3);
    assertThat(SessionState.of(first, look(0, 100, 8, 1, 3), true)).isEqualTo(SessionState.STALLED);
  }

  @Test
  void windowThatWasGivenBeforeAndIsNotUsedIsOfAnEndThatSendsNothing() {
    SessionLook given = look(65_536, -65_536, 7, 1, 3);
    assertThat(SessionState.of(given, given, true)).isEqualTo(SessionState.NO_DATA);
    assertThat(SessionState.of(given, given, false)).isEqualTo(SessionState.NOT_READ);
    assertThat(SessionState.of(given, look(65_000, -65_536, 7, 1, 3), true))
        .isEqualTo(SessionState.MOVES);
  }

  @Test
  void withoutAStreamNothingHangs() {
    SessionLook still = look(0, 100, 7);
    assertThat(SessionState.of(still, still, true)).isEqualTo(SessionState.IDLE);
  }
}
