package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WindowReadingTest {
  private static final int LARGEST = 1_000;

  @Test
  void whatTheWindowLacksIsUnreadOrUnacknowledged() {
    assertThat(WindowReading.of(LARGEST, () -> 300, () -> 200))
        .isEqualTo(new WindowReading(500, 200));
  }

  @Test
  void creditThatIsGivenWhileItReadsIsNotTakenForUnreadData() {
    AtomicInteger window = new AtomicInteger(300);
    AtomicInteger level = new AtomicInteger(600);
    AtomicInteger readings = new AtomicInteger();
    WindowReading reading =
        WindowReading.of(
            LARGEST,
            () -> {
              // Jetty takes it from the level first.
              switch (readings.incrementAndGet()) {
                case 1 -> level.set(0);
                case 2 -> window.set(900);
                default -> {}
              }
              return window.get();
            },
            level::get);
    assertThat(reading).isEqualTo(new WindowReading(100, 0));
  }

  @Test
  void aWindowThatNeverRestsIsReadAllTheSame() {
    AtomicInteger window = new AtomicInteger(LARGEST);
    assertThat(WindowReading.of(LARGEST, window::decrementAndGet, () -> 0).unreadBytes())
        .isBetween(1, LARGEST);
  }

  @Test
  void aWindowThatIsLargerThanKnownHasNothingUnread() {
    assertThat(WindowReading.of(65_535, () -> LARGEST * 1_000, () -> 0).unreadBytes()).isZero();
  }
}
