package io.streambench.flow.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.OptionalLong;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeWindowRuleTest {
  private static final long MIB = 1 << 20;
  private static final long STREAM = 8 * MIB;
  private static final long SESSION = 16 * MIB;

  /**
   * In measurements, 12 streams of 0.70 MB never stalled, but streams of 0.80 MB stalled within 86
   * operations.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 8388608, 16777216, 0.5, 9223372036854775807, false, 1, SAFE",
    "2, 8388608, 16777216, 0.5, 9223372036854775807, false, 1, AT_RISK",
    "3, 8388608, 16777216, 0.5, 9223372036854775807, false, 1, LIKELY",
    "12, 8388608, 16777216, 0.5, 700000, false, 1, SAFE",
    "12, 8388608, 16777216, 0.5, 800000, false, 1, AT_RISK",
    "12, 8388608, 16777216, 0.5, 1000000, true, 1, SAFE",
    "12, 8388608, 16777216, 0.5, 1000000, false, 1, AT_RISK",
    // Streams of all queries except the awaited one can have unread data.
    "4, 8388608, 16777216, 0.5, 1000000, false, 1, SAFE",
    "16, 8388608, 16777216, 0.5, 1000000, false, 4, AT_RISK",
    // Three queries of one stream each: if each waits for its own stream, nothing is unread.
    "3, 8388608, 16777216, 0.5, 9223372036854775807, false, 3, AT_RISK",
    "6, 8388608, 16777216, 0.5, 9223372036854775807, false, 3, LIKELY",
    // Jetty rounds like this: (int) (2147483647 * 0.5f) is 1073741824, not one less.
    "2, 1073741824, 2147483647, 0.5, 9223372036854775807, false, 1, AT_RISK",
    "1, 100, 65535, 0.99999999, 9223372036854775807, false, 1, LIKELY"
  })
  void returnsZoneOfMerge(
      int streams,
      long streamWindow,
      long sessionWindow,
      double ratio,
      long responseBytes,
      boolean fresh,
      int queries,
      Zone zone) {
    assertThat(
            new SafeWindowRule(
                    streams, streamWindow, sessionWindow, ratio, responseBytes, fresh, queries)
                .zone())
        .isEqualTo(zone);
  }

  /** Checks a calculated result, because there are two billion windows to try. */
  @Test
  void withoutCreditOnlyWindowForAllDataIsSafe() {
    for (int streams : new int[] {1, 12}) {
      assertThat(new SafeWindowRule(streams, MIB, 16 * MIB, 1).smallestSafeSessionWindow())
          .isGreaterThan(SafeWindowRule.MAX_WINDOW);
      assertThat(
              new SafeWindowRule(streams, MIB, 65_535, 1, 2 * MIB, true, 1)
                  .smallestSafeSessionWindow())
          .isGreaterThan(SafeWindowRule.MAX_WINDOW);
      assertThat(
              new SafeWindowRule(streams, MIB, 65_535, 1, MIB, true, 1).smallestSafeSessionWindow())
          .isEqualTo(streams * MIB);
    }
  }

  @Property
  void advisedWindowsAreExactSafeLimits(
      @ForAll @IntRange(min = 2, max = 500) int streams,
      @ForAll @LongRange(min = 1, max = 2_147_483_647) long streamWindow,
      @ForAll @LongRange(min = 65_535, max = 2_147_483_647) long sessionWindow,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double ratio) {
    SafeWindowRule rule = new SafeWindowRule(streams, streamWindow, sessionWindow, ratio);
    Assume.that(!rule.isSafe());
    long streamLimit = rule.largestSafeStreamWindow();
    assertThat(rule.withWindows(streamLimit, sessionWindow).isSafe()).isTrue();
    assertThat(rule.withWindows(streamLimit + 1, sessionWindow).isSafe()).isFalse();
    long sessionLimit = rule.smallestSafeSessionWindow();
    if (sessionLimit <= SafeWindowRule.MAX_WINDOW) {
      assertThat(rule.withWindows(streamWindow, sessionLimit).isSafe()).isTrue();
      assertThat(rule.withWindows(streamWindow, sessionLimit - 1).isSafe()).isFalse();
    }
    assertThat(Prediction.of(rule).advice())
        .allSatisfy(way -> assertThat(isStrictlySafe(rule, way)).as("%s", way).isTrue());
  }

  /**
   * Returns whether unread and withheld bytes together stay below the window if the advice is
   * followed.
   */
  private static boolean isStrictlySafe(SafeWindowRule rule, WindowAdvice advice) {
    SafeWindowRule advised =
        switch (advice.setting()) {
          case WindowAdvice.STREAM_WINDOW_SETTING ->
              rule.withWindows((long) advice.value(), rule.sessionWindow());
          case WindowAdvice.SESSION_WINDOW_SETTING ->
              rule.withWindows(rule.streamWindow(), (long) advice.value());
          default -> rule.withStreams(1);
        };
    return advised.maxUnread() + advised.maxUnacknowledged() < advised.sessionWindow();
  }

  @Property
  void smallestUnsafeResponseIsExact(
      @ForAll @IntRange(min = 1, max = 500) int streams,
      @ForAll @LongRange(min = 1, max = 2_147_483_647) long streamWindow,
      @ForAll @LongRange(min = 65_535, max = 2_147_483_647) long sessionWindow,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double ratio,
      @ForAll boolean fresh) {
    OptionalLong tipping =
        new SafeWindowRule(streams, streamWindow, sessionWindow, ratio, 1, fresh, 1)
            .smallestUnsafeResponse();
    long first = tipping.orElse(SafeWindowRule.ANY_RESPONSE_BYTES);
    assertThat(
            new SafeWindowRule(streams, streamWindow, sessionWindow, ratio, first, fresh, 1)
                .isSafe())
        .isEqualTo(tipping.isEmpty());
    if (first > 1) {
      assertThat(
              new SafeWindowRule(streams, streamWindow, sessionWindow, ratio, first - 1, fresh, 1)
                  .isSafe())
          .isTrue();
    }
  }

  @Test
  void firstAdviceNeedsNoJar() {
    assertThat(Prediction.of(new SafeWindowRule(24, STREAM, SESSION, 0.5)).advice())
        .extracting(WindowAdvice::setting, WindowAdvice::needsJar)
        .containsExactly(
            tuple(WindowAdvice.HTTP1_PROPERTY, false),
            tuple(WindowAdvice.STRATEGY_SETTING, true),
            tuple(WindowAdvice.STREAM_WINDOW_SETTING, true),
            tuple(WindowAdvice.SESSION_WINDOW_SETTING, true));
  }

  @Test
  void advisesNoWindowBelowSmallestSetting() {
    assertThat(Prediction.of(new SafeWindowRule(129, STREAM, SESSION, 0.5)).advice())
        .filteredOn(way -> way.setting().equals(WindowAdvice.STREAM_WINDOW_SETTING))
        .singleElement()
        .satisfies(way -> assertThat(way.value()).isEqualTo(65_535L));
    assertThat(Prediction.of(new SafeWindowRule(130, STREAM, SESSION, 0.5)).advice())
        .extracting(WindowAdvice::setting)
        .doesNotContain(WindowAdvice.STREAM_WINDOW_SETTING);
  }

  @Test
  void streamsWithoutSlotsAreUnsafeForAnyWindow() {
    SafeWindowRule tiny = new SafeWindowRule(1, STREAM, SESSION, 0.5, 1_000, false, 1);
    Prediction fits = Prediction.of(tiny, new StreamSpread(512, 1, 1));
    assertThat(fits.zone()).isEqualTo(Zone.SAFE);
    Prediction lacks = Prediction.of(tiny, new StreamSpread(513, 1, 1));
    assertThat(lacks.lacksSlots()).isTrue();
    assertThat(lacks.zone()).isEqualTo(Zone.LIKELY);
    assertThat(lacks.advice())
        .extracting(WindowAdvice::setting)
        .containsExactly(WindowAdvice.HTTP1_PROPERTY);
    StreamSpread threeQueries =
        new StreamSpread(Placement.roundRobin(200, 1, 1).forQueries(3), ConnectionLimits.SOLR);
    assertThat(
            Prediction.of(
                    new SafeWindowRule(1, STREAM, SESSION, 0.5, 1_000, false, 3), threeQueries)
                .zone())
        .isEqualTo(Zone.AT_RISK);
  }

  /** Covers responses whose total size is too large for a {@code long}. */
  @Test
  void hugeResponsesOfManyQueriesAreLikelyToStall() {
    ResponseSizes huge = ResponseSizes.ofHashedDocuments(2_000_000_000L, 1e8, 24);
    assertThat(new SafeWindowRule(24 * 50, STREAM, SESSION, 0.5, huge, false, 50).zone())
        .isEqualTo(Zone.LIKELY);
  }

  @Test
  void memoryEqualsMaximumUnreadBytes() {
    assertThat(new SafeWindowRule(12, STREAM, SESSION, 0.5).memoryBytes()).isEqualTo(SESSION);
    assertThat(new SafeWindowRule(12, 500_000, SESSION, 0.5).memoryBytes()).isEqualTo(6_000_000);
  }
}
