package io.streambench.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TunedWindowsTest {
  private static SafeWindowRule rule(TunedWindows windows) {
    return new SafeWindowRule(
        windows.streams(),
        windows.streamWindow(),
        windows.sessionWindow(),
        FlowControlSettings.JETTY_BUFFER_RATIO);
  }

  @Property(tries = 2_000)
  void noMergeStallsWithThemOnAnyPath(
      @ForAll @IntRange(min = 1, max = 100) int streams,
      @ForAll @DoubleRange(min = 0, max = 10_000) double rttMillis,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double mbps) {
    TunedWindows windows = new TunedWindows(streams, rttMillis, mbps);
    assertThat(rule(windows).zone()).isEqualTo(Zone.SAFE);
    assertThat(windows.streamWindow()).isPositive();
    assertThat(windows.sessionWindow())
        .isGreaterThanOrEqualTo(RecvWindow.JETTY_SESSION_BYTES)
        .isGreaterThanOrEqualTo(windows.streamWindow());
  }

  /** The rest of the window when Jetty gives credit back holds all that is under way. */
  @Property(tries = 2_000)
  void theSessionSlowsNoStreamDownWhereItsOwnWindowDoesNot(
      @ForAll @IntRange(min = 1, max = 100) int streams,
      @ForAll @DoubleRange(min = 0, max = 10_000) double rttMillis,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double mbps) {
    TunedWindows windows = new TunedWindows(streams, rttMillis, mbps);
    SafeWindowRule rule = rule(windows);
    long ofStream = windows.streamWindow() - rule.keptBack(windows.streamWindow());
    if (ofStream >= windows.bandwidthDelayBytes()) { // HTTP/2 has no window above 2 GiB
      // Jetty calculates with a float of 24 bits.
      assertThat(rule.usableWindow() - rule.unreadAtWorst())
          .isGreaterThanOrEqualTo(windows.bandwidthDelayBytes() - 64);
    }
  }

  @Test
  void nearbyTheyAreJettysWithASessionThatCannotBeFilled() {
    TunedWindows windows = new TunedWindows(12, 0, 10_000);
    assertThat(windows.streamWindow()).isEqualTo(RecvWindow.JETTY_STREAM_BYTES);
    assertThat(windows.sessionWindow()).isEqualTo(2 * 11 * RecvWindow.JETTY_STREAM_BYTES + 2);
  }

  @Test
  void farAwayAtAGigabitASecondTheyAreTwiceTheBandwidthDelayProduct() {
    TunedWindows windows = new TunedWindows(1, 80, 1_000);
    assertThat(windows.bandwidthDelayBytes()).isEqualTo(10_000_000);
    assertThat(windows.streamWindow()).isEqualTo(20_000_000);
    assertThat(windows.sessionWindow()).isEqualTo(20_000_000);
  }
}
