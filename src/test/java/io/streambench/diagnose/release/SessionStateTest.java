package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionStateTest {
  private static final int LARGEST = 16 << 20;

  /** A look at window, level, bytes that have arrived, and streams. */
  private static SessionSnapshot look(String text) {
    String[] numbers = text.split(" ");
    Set<Integer> streams =
        Arrays.stream(numbers).skip(3).map(Integer::valueOf).collect(Collectors.toSet());
    return new SessionSnapshot(
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        LARGEST,
        streams,
        1,
        Long.parseLong(numbers[2]));
  }

  @ParameterizedTest
  @CsvSource({
    "0 100 7 1 3, 0 100 7 1 3, true, STALLED",
    "0 100 7 1 3, 0 100 7 1 3, false, NOT_READ",
    // one byte of window is left to the other end
    "1 100 7 1 3, 1 100 7 1 3, true, WINDOW_LEFT",
    // whatever changes between the looks is a move
    "0 100 7 1 3, 0 101 7 1 3, true, MOVES",
    "0 100 7 1 3, -1 100 7 1 3, true, MOVES",
    // except for headers that arrive
    "0 100 7 1 3, 0 100 8 1 3, true, STALLED",
    // window that was given before and is not used is of an end that sends nothing
    "65536 -65536 7 1 3, 65536 -65536 7 1 3, true, NO_DATA",
    "65536 -65536 7 1 3, 65536 -65536 7 1 3, false, NOT_READ",
    "65536 -65536 7 1 3, 65000 -65536 7 1 3, true, MOVES",
    // without a stream nothing hangs
    "0 100 7, 0 100 7, true, IDLE",
  })
  void theStateFollowsFromTwoLooksAndWhetherAThreadWaits(
      String first, String second, boolean awaited, SessionProgress state) {
    assertThat(SessionProgress.of(look(first), look(second), awaited)).isEqualTo(state);
  }
}
