package io.streambench.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.RecvWindow;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TunedWindowsTest {
  @Property(tries = 2_000)
  void noMergeStallsWithThemOnAnyPath(
      @ForAll @IntRange(min = 1, max = 100) int streams,
      @ForAll @DoubleRange(min = 0, max = 10_000) double rttMillis,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double mbps) {
    TunedWindows windows = new TunedWindows(streams, rttMillis, mbps);
    assertThat(windows.rule().zone()).isEqualTo(Zone.SAFE);
    assertThat(windows.streamWindow()).isPositive();
    assertThat(windows.sessionWindow())
        .isGreaterThanOrEqualTo(RecvWindow.JETTY_SESSION_BYTES)
        .isGreaterThanOrEqualTo(windows.streamWindow());
  }

  /** The rest of the window when Jetty gives credit back holds all that is under way. */
  @Property(tries = 2_000)
  void noWindowSlowsAStreamDownWhereTheyAreLargeEnough(
      @ForAll @IntRange(min = 1, max = 100) int streams,
      @ForAll @DoubleRange(min = 0, max = 10_000) double rttMillis,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double mbps) {
    TunedWindows windows = new TunedWindows(streams, rttMillis, mbps);
    if (windows.largeEnough()) {
      SafeWindowRule rule = windows.rule();
      long ofStream = windows.streamWindow() - rule.keptBack(windows.streamWindow());
      long ofSession = rule.usableWindow() - rule.unreadAtWorst();
      // A float has 24 bits, with which Jetty reckons.
      assertThat(ofStream).isGreaterThanOrEqualTo(windows.bandwidthDelayBytes() - 64);
      assertThat(ofSession).isGreaterThanOrEqualTo(windows.bandwidthDelayBytes() - 64);
    }
  }

  @Test
  void nearbyTheyAreJettysWithASessionThatCannotBeFilled() {
    TunedWindows windows = new TunedWindows(12, 0, 10_000);
    assertThat(windows.streamWindow()).isEqualTo(RecvWindow.JETTY_STREAM_BYTES);
    assertThat(windows.sessionWindow()).isEqualTo(2 * 11 * RecvWindow.JETTY_STREAM_BYTES + 2);
    assertThat(windows.largeEnough()).isTrue();
  }

  @Test
  void farAwayAtAGigabitASecondTheyAreTwiceTheBandwidthDelayProduct() {
    TunedWindows windows = new TunedWindows(1, 80, 1_000);
    assertThat(windows.bandwidthDelayBytes()).isEqualTo(10_000_000);
    assertThat(windows.streamWindow()).isEqualTo(20_000_000);
    assertThat(windows.sessionWindow()).isEqualTo(20_000_000);
  }

  @Test
  void twelveStreamsOverALongFastPathNeedMoreThanHttp2Has() {
    assertThat(new TunedWindows(12, 80, 10_000).largeEnough()).isFalse();
    assertThat(new TunedWindows(1, 80, 10_000).largeEnough()).isTrue();
  }
}
