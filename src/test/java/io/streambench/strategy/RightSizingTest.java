package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RightSizingTest {
  private static final long ROUND_TRIP = 20_000_000;
  private static final int LARGEST = 1 << 24;

  private final RightSizing sizing = new RightSizing(LARGEST);
  private int window = 100_000;

  /**
   * A sender that always has data, and a reader that takes what is there.
   *
   * @param pathBytes that the path carries in a round trip
   * @param readerBytes that the reader can take in one
   */
  private void stream(int roundTrips, int pathBytes, int readerBytes) {
    RightSizing.OfStream stream = sizing.new OfStream(window);
    sizing.windowSet(window);
    long now = 0;
    stream.consumed(0, now);
    stream.received(window, now); // the first window needs no credit
    for (int i = 0; i < roundTrips; i++) {
      int bytes = Math.min(window, Math.min(pathBytes, readerBytes));
      stream.credited(bytes, now);
      now += ROUND_TRIP;
      stream.received(bytes, now);
      int larger = stream.consumed(bytes, now);
      if (larger > 0) {
        stream.enlarged(larger - window);
        window = larger;
        sizing.windowSet(window);
      }
    }
  }

  @Test
  void aRoundTripIsTheTimeFromCreditToTheFirstByteThatNeededIt() {
    RightSizing.OfStream stream = sizing.new OfStream(100_000);
    stream.received(60_000, 1_000);
    stream.credited(50_000, 2_000);
    stream.received(40_000, 3_000); // could have been sent before
    assertThat(sizing.roundTripNanos()).isEqualTo(Long.MAX_VALUE);
    stream.received(1, 9_000);
    assertThat(sizing.roundTripNanos()).isEqualTo(7_000);
  }

  @Test
  void aWindowThatKeepsTheSenderWaitingGrowsBeyondTheBandwidthDelayProductAndNotBeyondTwiceThat() {
    stream(20, 1_000_000, Integer.MAX_VALUE);
    assertThat(window).isBetween(2_000_000 * 2 / 3, 2_000_000);
  }

  @Test
  void aSecondWindowWaitsUntilTheFirstIsInEffect() {
    stream(3, 1_000_000, Integer.MAX_VALUE);
    sizing.windowSet(100_000);
    for (int i = 0; i < CreditRate.CREDITS_A_SECOND; i++) {
      sizing.credited(i);
    }
    assertThat(sizing.credited(1_000)).isEqualTo(200_000);
    for (int i = 0; i <= 10 * CreditRate.CREDITS_A_SECOND; i++) {
      assertThat(sizing.credited(2_000 + i)).isZero();
    }
  }

  @Test
  void withoutSettingsTheWindowIsThatOfHttp2() {
    for (int i = 0; i < CreditRate.CREDITS_A_SECOND; i++) {
      sizing.credited(i);
    }
    assertThat(sizing.credited(1_000)).isEqualTo(2 * 65_535);
  }

  @Test
  void aRoundTripThatWasShortLongAgoIsForgotten() {
    RightSizing.OfStream stream = sizing.new OfStream(0);
    long now = 0;
    for (long roundTrip : new long[] {1_000, 50_000_000, 50_000_000}) {
      stream.credited(1, now);
      stream.received(1, now + roundTrip);
      now += 11_000_000_000L;
    }
    assertThat(sizing.roundTripNanos()).isEqualTo(50_000_000);
  }

  @Test
  void itGrowsNoFurtherThanItsBound() {
    stream(40, 1_000_000_000, Integer.MAX_VALUE);
    assertThat(window).isEqualTo(LARGEST);
  }

  /** The server counts the settings of a connection's whole life, and bears 64. */
  @Property(tries = 200)
  void whateverThePathDoesAWindowGrowsInFewSteps(@ForAll Random random) {
    RightSizing ofLongPath = new RightSizing(AdaptiveFlowControl.LARGEST_STREAM_WINDOW);
    int reached = 65_535;
    RightSizing.OfStream stream = ofLongPath.new OfStream(reached);
    stream.consumed(0, 0);
    int steps = 0;
    long now = 0;
    for (int i = 0; i < 2_000; i++) {
      int bytes = 1 + random.nextInt(reached);
      stream.credited(bytes, now);
      now += 1 + random.nextInt(100_000_000);
      stream.received(bytes, now);
      int larger = stream.consumed(bytes, now);
      if (larger > 0) {
        steps++;
        stream.enlarged(larger - reached);
        reached = larger;
        ofLongPath.windowSet(larger);
      }
    }
    assertThat(steps).isLessThanOrEqualTo(RightSizing.MOST_STEPS);
  }

  /** Then the time from credit to what needed it is the time in which it sends a window. */
  @Test
  void aSlowSenderOfWhichAllIsReadAtOnceNeedsNoLargerWindow() {
    sizing.windowSet(window);
    RightSizing.OfStream stream = sizing.new OfStream(window);
    stream.consumed(0, 0);
    int kept = 0;
    for (int millis = 1; millis <= 60_000; millis++) {
      long now = millis * 1_000_000L;
      stream.received(1_000, now);
      kept += 1_000;
      if (kept > window * 7 / 16) {
        stream.credited(kept, now);
        kept = 0;
      }
      assertThat(stream.consumed(1_000, now)).isZero();
    }
  }

  @Test
  void aReaderThatTakesLittleNeedsNoLargerWindow() {
    stream(20, 1_000_000, 30_000);
    assertThat(window).isEqualTo(100_000);
  }

  @Test
  void creditThatGoesOutTooOftenCallsForALargerWindow() {
    sizing.windowSet(100_000);
    for (int i = 0; i < CreditRate.CREDITS_A_SECOND; i++) {
      assertThat(sizing.credited(i)).isZero();
    }
    assertThat(sizing.credited(1_000)).isEqualTo(200_000);
  }

  @Test
  void creditThatGoesOutNowAndThenDoesNot() {
    sizing.windowSet(100_000);
    for (int i = 0; i < 10 * CreditRate.CREDITS_A_SECOND; i++) {
      assertThat(sizing.credited(i * 20_000_000L)).isZero();
    }
  }

  @Test
  void beforeARoundTripIsKnownNothingGrows() {
    RightSizing.OfStream stream = sizing.new OfStream(window);
    sizing.windowSet(1);
    stream.consumed(0, 0);
    assertThat(stream.consumed(1_000_000, ROUND_TRIP)).isZero();
  }
}
