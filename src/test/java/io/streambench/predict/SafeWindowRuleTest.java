package io.streambench.predict;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SafeWindowRuleTest {
  private static final long MIB = 1 << 20;
  private static final long STREAM = 8 * MIB;
  private static final long SESSION = 16 * MIB;

  @Test
  void aStockClientIsSafeForTwoStreamsAndLikelyToStallFromThree() {
    assertThat(new SafeWindowRule(1, STREAM, SESSION, 0.5).zone()).isEqualTo(Zone.SAFE);
    assertThat(new SafeWindowRule(2, STREAM, SESSION, 0.5).zone()).isEqualTo(Zone.SAFE);
    assertThat(new SafeWindowRule(3, STREAM, SESSION, 0.5).zone()).isEqualTo(Zone.LIKELY);
  }

  @Test
  void smallResponsesNeedLessThanTheirWindow() {
    // Measured: 12 streams of 0.70 MB never stalled, of 0.80 MB they did within 86 operations.
    SafeWindowRule rule = new SafeWindowRule(12, STREAM, SESSION, 0.5, 700_000, false);
    assertThat(rule.zone()).isEqualTo(Zone.SAFE);
    assertThat(new SafeWindowRule(12, STREAM, SESSION, 0.5, 800_000, false).zone())
        .isEqualTo(Zone.AT_RISK);
  }

  @Test
  void whatFitsIntoAFreshSessionIsSafeThereAndNotOnOneThatIsUsedAgain() {
    assertThat(new SafeWindowRule(12, STREAM, SESSION, 0.5, 1_000_000, true).zone())
        .isEqualTo(Zone.SAFE);
    assertThat(new SafeWindowRule(12, STREAM, SESSION, 0.5, 1_000_000, false).zone())
        .isEqualTo(Zone.AT_RISK);
  }

  @Test
  void theWindowsOfTheHandMadeGridAreAsTheyWereMeasured() {
    long window = MIB;
    int[][] safeFrom = {{2, 2}, {3, 4}, {4, 6}, {6, 10}, {8, 14}};
    for (int[] one : safeFrom) {
      SafeWindowRule rule = new SafeWindowRule(one[0], window, one[1] * window, 0.5);
      assertThat(rule.zone()).isEqualTo(Zone.SAFE);
      assertThat(rule.smallestSafeSessionWindow()).isCloseTo(one[1] * window, within(1L));
    }
  }

  private static org.assertj.core.data.Offset<Long> within(long bytes) {
    return org.assertj.core.api.Assertions.within(bytes);
  }

  @Property
  void whatIsAdvisedIsSafeAndOneByteMoreOrLessIsNot(
      @ForAll @IntRange(min = 2, max = 500) int streams,
      @ForAll @LongRange(min = 1, max = 2_147_483_647) long stream,
      @ForAll @LongRange(min = 65_535, max = 2_147_483_647) long session,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double ratio) {
    SafeWindowRule rule = new SafeWindowRule(streams, stream, session, ratio);
    Assume.that(!rule.safe());
    long smaller = rule.largestSafeStreamWindow();
    assertThat(rule.with(smaller, session).safe()).isTrue();
    assertThat(rule.with(smaller + 1, session).safe()).isFalse();
    long larger = rule.smallestSafeSessionWindow();
    if (larger <= SafeWindowRule.MAX_WINDOW) {
      assertThat(rule.with(stream, larger).safe()).isTrue();
      assertThat(rule.with(stream, larger - 1).safe()).isFalse();
    }
    int connections = rule.fewestSafeConnections(streams);
    assertThat(connections).isBetween(2, streams);
    assertThat(rule.with(SafeWindowRule.ceiling(streams, connections)).safe()).isTrue();
    assertThat(rule.with(SafeWindowRule.ceiling(streams, connections - 1)).safe()).isFalse();
  }

  @Test
  void whatIsKeptBackIsRoundedAsJettyRoundsIt() {
    // (int) (2147483647 * 0.5f) is 1073741824, and not one less.
    assertThat(new SafeWindowRule(2, 1 << 30, Integer.MAX_VALUE, 0.5).zone())
        .isEqualTo(Zone.AT_RISK);
    assertThat(new SafeWindowRule(1, 100, 65_535, 0.99999999).zone()).isEqualTo(Zone.LIKELY);
  }

  @Test
  void aFreshSessionNeedsRoomForAllResponsesAndNoMore() {
    assertThat(
            new SafeWindowRule(12, STREAM, SESSION, 0.5, 2_000_000, true)
                .smallestSafeSessionWindow())
        .isEqualTo(24_000_000);
  }

  @Test
  void connectionsAreReckonedFromTheStreamsOfANode() {
    Prediction prediction =
        Prediction.of(new SafeWindowRule(1, STREAM, SESSION, 0.5), new StreamSpread(12, 1, 1, 4));
    assertThat(prediction.zone()).isEqualTo(Zone.LIKELY);
    assertThat(prediction.advice())
        .filteredOn(way -> way.setting().equals(WindowAdvice.CONNECTIONS))
        .singleElement()
        .satisfies(way -> assertThat(way.value()).isEqualTo(6L));
  }

  @Test
  void onlyWhatHelpsIsAdvised() {
    assertThat(Prediction.of(new SafeWindowRule(1, STREAM, SESSION, 1)).advice())
        .extracting(WindowAdvice::setting)
        .containsExactly(WindowAdvice.STRATEGY);
  }

  @Test
  void noWindowIsAdvisedThatIsSmallerThanCanBeSet() {
    assertThat(Prediction.of(new SafeWindowRule(129, STREAM, SESSION, 0.5)).advice().get(0))
        .satisfies(way -> assertThat(way.setting()).isEqualTo(WindowAdvice.STREAM_WINDOW))
        .satisfies(way -> assertThat(way.value()).isEqualTo(65_535L));
    assertThat(Prediction.of(new SafeWindowRule(130, STREAM, SESSION, 0.5)).advice())
        .extracting(WindowAdvice::setting)
        .doesNotContain(WindowAdvice.STREAM_WINDOW);
  }

  @Test
  void memoryIsWhatCanLieUnread() {
    assertThat(new SafeWindowRule(12, STREAM, SESSION, 0.5).memoryBytes()).isEqualTo(SESSION);
    assertThat(new SafeWindowRule(12, 500_000, SESSION, 0.5).memoryBytes()).isEqualTo(6_000_000);
  }
}
