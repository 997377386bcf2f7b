package io.streambench.base.table;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Formats numbers with as many digits as their interval justifies, independently of the locale. */
public final class RoundedFormat {
  private static final int MAX_DECIMALS = 12;
  private static final int DIGITS_WITHOUT_INTERVAL = 3;

  private RoundedFormat() {}

  /**
   * Formats a value as {@code 3.05 (2.98–3.27)}; without an interval, to three significant digits.
   */
  public static String withInterval(double value, Optional<Interval> interval) {
    String number = value(value, interval);
    return interval.map(bounds -> number + " (" + interval(value, bounds) + ")").orElse(number);
  }

  /**
   * Formats a ratio with its interval: {@code 0.86 (0.80–0.90)}. Uses more than two decimals if the
   * interval is narrow, or if it would otherwise seem to contain 1.
   */
  public static String ratio(double ratio, Interval interval) {
    int scale = interval.halfWidth() < 0.005 ? Math.max(2, scale(ratio, interval)) : 2;
    while (scale < MAX_DECIMALS
        && (interval.high() < 1 && round(interval.high(), scale).compareTo(BigDecimal.ONE) == 0
            || interval.low() > 1 && round(interval.low(), scale).compareTo(BigDecimal.ONE) == 0)) {
      scale++;
    }
    return TextFormat.of("%s (%s)", number(ratio, scale), range(interval, scale));
  }

  /** Formats only the interval of a value: {@code 2.98–3.27}. */
  public static String interval(double value, Interval interval) {
    return range(interval, scale(value, interval));
  }

  private static String range(Interval interval, int scale) {
    return TextFormat.range(number(interval.low(), scale), number(interval.high(), scale));
  }

  /** Formats a number that has no interval, rounded to three significant digits. */
  public static String withoutInterval(double value) {
    return number(value, decimalPlaces(value, DIGITS_WITHOUT_INTERVAL));
  }

  /** Formats only the value, with as many digits as its interval justifies. */
  public static String value(double value, Optional<Interval> interval) {
    return interval
        .map(bounds -> number(value, scale(value, bounds)))
        .orElseGet(() -> withoutInterval(value));
  }

  /**
   * Returns the number of decimals that an interval justifies. The half-width gets two significant
   * digits if its first three digits are below 355, otherwise one (Particle Data Group, "Review of
   * Particle Physics", 5.3: Rounding).
   */
  private static int scale(double value, Interval interval) {
    double half = interval.halfWidth();
    if (half <= Math.abs(value) * 1e-9) {
      // equal scores, such as bytes per operation, are exact: no digit of a whole number is rounded
      return Math.max(0, decimalPlaces(value, 4));
    }
    double leading = half / Math.pow(10, Math.floor(Math.log10(half)));
    int justified = decimalPlaces(half, leading < 3.55 ? 2 : 1);
    // with a wide interval, the number and the interval's lower end still need a digit or two
    int minDecimals =
        interval.low() > 0
            ? Math.max(decimalPlaces(value, 2), decimalPlaces(interval.low(), 1))
            : justified;
    return Math.max(justified, minDecimals);
  }

  /**
   * Returns the number of decimals for this many significant digits; negative if the last digit is
   * left of the decimal point.
   */
  private static int decimalPlaces(double value, int significantDigits) {
    if (value == 0 || !Double.isFinite(value)) {
      return 0;
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    return Math.min(MAX_DECIMALS, significantDigits - 1 - magnitude);
  }

  private static String number(double value, int scale) {
    return TextFormat.of("%,." + Math.max(0, scale) + "f", round(value, scale));
  }

  private static BigDecimal round(double value, int scale) {
    return BigDecimal.valueOf(value).setScale(scale, RoundingMode.HALF_EVEN);
  }

  /** Formats a percentage, rounded as its interval justifies: {@code 12 %}, {@code 0.4 %}. */
  public static String percent(double fraction, double halfWidth) {
    return percentNumber(fraction, halfWidth) + " %";
  }

  /** Formats like {@link #percent}, without the percent sign. */
  public static String percentNumber(double fraction, double halfWidth) {
    double points = 100 * halfWidth;
    int decimals =
        points >= 1 || points <= 0 ? 0 : Math.min(3, (int) Math.ceil(-Math.log10(points)));
    return TextFormat.of("%." + decimals + "f", 100 * fraction);
  }

  /** Formats a threshold as a percentage without trailing zeros: {@code 5 %}, {@code 2.5 %}. */
  public static String threshold(double fraction) {
    BigDecimal percent =
        BigDecimal.valueOf(100 * fraction).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return percent.toPlainString() + " %";
  }

  /** Formats a p-value: {@code 0.008}, {@code <0.001}. */
  public static String pValue(double p) {
    return p < 0.001 ? "<0.001" : TextFormat.of("%.3f", p);
  }
}
