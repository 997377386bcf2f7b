package io.streambench.base.table;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Numbers with as many digits as their interval gives a reason for, the same in every locale. */
public final class Rounded {
  private static final int MAX_DECIMALS = 12;
  private static final int WITHOUT_INTERVAL = 3;

  private Rounded() {}

  /** {@code 3.05 (2.98–3.27)}; without an interval three digits of the number alone. */
  public static String withInterval(double value, Optional<Interval> interval) {
    String number = value(value, interval);
    return interval.map(bounds -> number + " (" + interval(value, bounds) + ")").orElse(number);
  }

  /**
   * {@code 0.86 (0.80–0.90)}: a ratio, with two decimals, or as many as it takes to show that an
   * interval excludes 1.
   */
  public static String ratio(double ratio, Interval interval) {
    int scale = interval.halfWidth() < 0.005 ? Math.max(2, scale(ratio, interval)) : 2;
    while (scale < MAX_DECIMALS
        && (interval.high() < 1 && rounded(interval.high(), scale).compareTo(BigDecimal.ONE) == 0
            || interval.low() > 1
                && rounded(interval.low(), scale).compareTo(BigDecimal.ONE) == 0)) {
      scale++;
    }
    return TextFormat.of("%s (%s)", number(ratio, scale), range(interval, scale));
  }

  /** {@code 2.98–3.27}: an interval alone. */
  public static String interval(double value, Interval interval) {
    return range(interval, scale(value, interval));
  }

  private static String range(Interval interval, int scale) {
    return TextFormat.range(number(interval.low(), scale), number(interval.high(), scale));
  }

  /** The number alone, with three digits. */
  public static String withoutInterval(double value) {
    return number(value, digits(value, WITHOUT_INTERVAL));
  }

  /** The number, with the digits that its interval gives a reason for. */
  public static String value(double value, Optional<Interval> interval) {
    return interval
        .map(bounds -> number(value, scale(value, bounds)))
        .orElseGet(() -> withoutInterval(value));
  }

  /**
   * The number of decimals, from half of the interval. Two digits of it count if its first three
   * are below 355, else one (Particle Data Group, "Review of Particle Physics", 5.3: Rounding).
   */
  private static int scale(double value, Interval interval) {
    double half = interval.halfWidth();
    if (half <= Math.abs(value) * 1e-9) {
      // Forks that are all equal have an interval of nothing.
      return digits(value, 4);
    }
    double leading = half / Math.pow(10, Math.floor(Math.log10(half)));
    return digits(half, leading < 3.55 ? 2 : 1);
  }

  /** The decimal at which a number has that many digits; below 0 before the point. */
  private static int digits(double value, int digits) {
    if (value == 0 || !Double.isFinite(value)) {
      return 0;
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    return Math.min(MAX_DECIMALS, digits - 1 - magnitude);
  }

  private static String number(double value, int scale) {
    return TextFormat.of("%,." + Math.max(0, scale) + "f", rounded(value, scale));
  }

  private static BigDecimal rounded(double value, int scale) {
    return BigDecimal.valueOf(value).setScale(scale, RoundingMode.HALF_EVEN);
  }

  /** {@code 12 %}, {@code 0.4 %}: a part of 1, to the digit of half the width of its interval. */
  public static String percent(double part, double halfWidth) {
    return percentNumber(part, halfWidth) + " %";
  }

  /** The same as {@link #percent}, without the percent sign. */
  public static String percentNumber(double part, double halfWidth) {
    double points = 100 * halfWidth;
    int decimals =
        points >= 1 || points <= 0 ? 0 : Math.min(3, (int) Math.ceil(-Math.log10(points)));
    return TextFormat.of("%." + decimals + "f", 100 * part);
  }

  /** A threshold in percent, without zeros at the end: {@code 5 %}, {@code 2.5 %}. */
  public static String threshold(double part) {
    BigDecimal percent =
        BigDecimal.valueOf(100 * part).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return percent.toPlainString() + " %";
  }

  /** {@code 0.008}, {@code <0.001}. */
  public static String pValue(double p) {
    return p < 0.001 ? "<0.001" : TextFormat.of("%.3f", p);
  }
}
