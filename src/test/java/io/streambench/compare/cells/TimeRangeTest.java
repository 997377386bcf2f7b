package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.statistics.Layout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeRangeTest {
  private static TimeRange rangeOfMinute(int minute) {
    Instant begun = Instant.EPOCH.plusSeconds(60L * minute);
    return new TimeRange(begun, begun.plusSeconds(59));
  }

  /** Returns the layout for a word whose letters name the contender measured in each minute. */
  private static Layout layoutOf(String contenders) {
    List<TimeRange> one = new ArrayList<>();
    List<TimeRange> other = new ArrayList<>();
    for (int minute = 0; minute < contenders.length(); minute++) {
      (contenders.charAt(minute) == 'a' ? one : other).add(rangeOfMinute(minute));
    }
    return TimeRange.layout(one, other);
  }

  @ParameterizedTest
  @CsvSource({
    "abab, INTERLEAVED",
    "abba, INTERLEAVED",
    "abbaabbaabba, INTERLEAVED",
    "ababababa, INTERLEAVED",
    "ab, IN_SEQUENCE",
    "aabb, IN_SEQUENCE",
    "aaaabbbb, IN_SEQUENCE",
    "aaaaabbbbbababab, IN_SEQUENCE",
    "aabbaabb, IN_SEQUENCE",
    "abababababbbbbbaaaaa, IN_SEQUENCE",
    "abbab, INTERLEAVED",
    "abaaaa, IN_SEQUENCE"
  })
  void interleavedMeansOneOfEachPerPair(String contenders, Layout expectedLayout) {
    assertThat(layoutOf(contenders)).isEqualTo(expectedLayout);
  }

  @Test
  void overlappingRangesAreNotInterleaved() {
    List<TimeRange> one = List.of(rangeOfMinute(0), rangeOfMinute(2));
    TimeRange across =
        new TimeRange(rangeOfMinute(0).start().plusSeconds(30), rangeOfMinute(1).end());
    assertThat(TimeRange.layout(one, List.of(across, rangeOfMinute(3))))
        .isEqualTo(Layout.IN_SEQUENCE);
  }
}
