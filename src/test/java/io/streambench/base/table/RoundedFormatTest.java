package io.streambench.base.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Interval;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundedFormatTest {
  private static String format(double value, double low, double high) {
    return RoundedFormat.withInterval(value, Optional.of(new Interval(low, high)));
  }

  @Test
  void intervalDeterminesNumberOfDigits() {
    assertThat(format(3.0501, 2.9852, 3.2691)).isEqualTo("3.05 (2.99–3.27)");
    assertThat(format(3.0501, 3.0452, 3.0551)).isEqualTo("3.050 (3.045–3.055)");
    assertThat(format(0.4051, 0.3852, 0.4219)).isEqualTo("0.405 (0.385–0.422)");
    assertThat(format(2.5, 2.5, 2.5)).as("forks that are equal").isEqualTo("2.500 (2.500–2.500)");
    assertThat(format(123_456, 121_111, 125_999)).isEqualTo("123,500 (121,100–126,000)");
    assertThat(format(0.000123456, 0.000121, 0.000126))
        .isEqualTo("0.0001235 (0.0001210–0.0001260)");
  }

  @Test
  void keepsAllDigitsOfIdenticalCounts() {
    assertThat(format(45_088, 45_088, 45_088)).isEqualTo("45,088 (45,088–45,088)");
  }

  @Test
  void wideIntervalKeepsAtLeastOneDigit() {
    assertThat(format(12_600_000, 5_610_000, 59_000_000))
        .isEqualTo("13,000,000 (6,000,000–59,000,000)");
    assertThat(format(10_200_000, 700_000, 173_400_000))
        .isEqualTo("10,200,000 (700,000–173,400,000)");
    assertThat(format(1.4, 0.03, 40)).isEqualTo("1.40 (0.03–40.00)");
    assertThat(format(14, 0, 80)).isEqualTo("10 (0–80)");
  }

  @Test
  void roundingDoesNotAddOneToInterval() {
    assertThat(RoundedFormat.ratio(0.7012, new Interval(0.489, 0.996)))
        .isEqualTo("0.701 (0.489–0.996)");
    assertThat(RoundedFormat.ratio(1.4, new Interval(1.00004, 2)))
        .isEqualTo("1.40000 (1.00004–2.00000)");
    assertThat(RoundedFormat.ratio(0.7012, new Interval(0.489, 1.004)))
        .isEqualTo("0.70 (0.49–1.00)");
    assertThat(RoundedFormat.ratio(0.86, new Interval(0.8, 0.9))).isEqualTo("0.86 (0.80–0.90)");
    assertThat(RoundedFormat.ratio(0.999, new Interval(0.998, 1.0003)))
        .isEqualTo("0.9990 (0.9980–1.0003)");
  }

  @Test
  void usesThreeDigitsWithoutInterval() {
    assertThat(RoundedFormat.withInterval(3.05012, Optional.empty())).isEqualTo("3.05");
    assertThat(RoundedFormat.withInterval(12_345, Optional.empty())).isEqualTo("12,300");
    assertThat(RoundedFormat.withInterval(0, Optional.empty())).isEqualTo("0");
  }

  @Test
  void roundsPercentageToDigitOfInterval() {
    assertThat(RoundedFormat.percent(0.1234, 0.03)).isEqualTo("12 %");
    assertThat(RoundedFormat.percent(0.1234, 0.004)).isEqualTo("12.3 %");
    assertThat(RoundedFormat.threshold(0.05)).isEqualTo("5 %");
    assertThat(RoundedFormat.threshold(0.025)).isEqualTo("2.5 %");
    assertThat(RoundedFormat.threshold(0.1)).isEqualTo("10 %");
  }

  @Test
  void formatsNumbersIndependentlyOfLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(format(3.0501, 2.9852, 3.2691)).isEqualTo("3.05 (2.99–3.27)");
      assertThat(RoundedFormat.pValue(0.0079)).isEqualTo("0.008");
      assertThat(RoundedFormat.pValue(0.0004)).isEqualTo("<0.001");
    } finally {
      Locale.setDefault(before);
    }
  }
}
