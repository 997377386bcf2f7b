package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionStateTest {
  private static final int MAX_WINDOW = 16 << 20;

  /** Parses a snapshot with window, level, arrived bytes, and streams. */
  private static SessionSnapshot parseSnapshot(String text) {
    String[] numbers = text.split(" ");
    Set<Integer> streams =
        Arrays.stream(numbers).skip(3).map(Integer::valueOf).collect(Collectors.toSet());
    return new SessionSnapshot(
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        MAX_WINDOW,
        streams,
        1,
        Long.parseLong(numbers[2]));
  }

  @ParameterizedTest
  @CsvSource({
    "0 100 7 1 3, 0 100 7 1 3, true, STALLED",
    "0 100 7 1 3, 0 100 7 1 3, false, NOT_READ",
    // the other end has one byte of window left
    "1 100 7 1 3, 1 100 7 1 3, true, WINDOW_LEFT",
    // any change between the snapshots is a movement
    "0 100 7 1 3, 0 101 7 1 3, true, MOVES",
    "0 100 7 1 3, -1 100 7 1 3, true, MOVES",
    // except for headers that arrive
    "0 100 7 1 3, 0 100 8 1 3, true, STALLED",
    // if earlier credit is not used, the other end sends nothing
    "65536 -65536 7 1 3, 65536 -65536 7 1 3, true, NO_DATA",
    "65536 -65536 7 1 3, 65536 -65536 7 1 3, false, NOT_READ",
    "65536 -65536 7 1 3, 65000 -65536 7 1 3, true, MOVES",
    // without a stream nothing hangs
    "0 100 7, 0 100 7, true, IDLE",
  })
  void derivesStateFromTwoSnapshotsAndWaitingThread(
      String first, String second, boolean awaited, SessionProgress state) {
    assertThat(SessionProgress.of(parseSnapshot(first), parseSnapshot(second), awaited))
        .isEqualTo(state);
  }
}
