package io.streambench.base;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the values of settings. Methods throw a {@link SettingException} for invalid text. */
public final class Values {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|)");

  private static final Pattern PERCENTAGE = Pattern.compile("0?[0-9]{1,2}(\\.[0-9]{1,6})? ?%");
  private static final Pattern HEAP_SIZE = Pattern.compile("[1-9][0-9]{0,8}[kKmMgG]");

  /** The type of the {@code bufferRatio} of Jetty's {@code BufferingFlowControlStrategy}. */
  public static final ValueType<Double> BUFFER_RATIO =
      ValueType.number(
          "RATIO",
          "a number above 0 and at most 1",
          "above 0, to 1",
          ratio -> ratio > 0 && ratio <= 1);

  private Values() {}

  /** Parses a whole number from {@code min} to {@code max}, both inclusive. */
  public static int wholeNumber(String setting, String text, int min, int max) {
    return ValueType.wholeNumber(min, max).parse(setting, text);
  }

  public static String heapSize(String setting, String text) {
    return ValueType.matching("a size like 2g or 512m", HEAP_SIZE).parse(setting, text);
  }

  /** Parses a size such as {@code 512m} into bytes. */
  public static long sizeInBytes(String setting, String text) {
    String size = heapSize(setting, text);
    long number = Long.parseLong(size.substring(0, size.length() - 1));
    return number
        << switch (size.charAt(size.length() - 1)) {
          case 'k', 'K' -> 10;
          case 'm', 'M' -> 20;
          default -> 30;
        };
  }

  /** Formats a number without an exponent and without trailing zeros in the fraction. */
  public static String formatPlain(double number) {
    return java.math.BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  public static double ratio(String setting, String text) {
    return ValueType.number(
            "RATIO", "a number between 0 and 1", "0 to 1", value -> value > 0 && value < 1)
        .parse(setting, text);
  }

  /**
   * Parses a percentage below 100 % into a fraction: {@code 5%} becomes 0.05. The percent sign is
   * required, because a bare 0.05 is ambiguous.
   */
  public static double percentage(String setting, String text) {
    String percentage =
        ValueType.matching("a percentage like 5%, from 0% to below 100%", PERCENTAGE)
            .parse(setting, text);
    return Double.parseDouble(percentage.replace("%", "")) / 100;
  }

  /** Parses a duration, which may be zero. A number without a unit is in seconds. */
  public static Duration durationOrZero(String setting, String text, Duration max) {
    return text.strip().matches("0(ms|s|m)?")
        ? Duration.ZERO
        : duration(setting, "be 0s or a time like ", text, max);
  }

  /**
   * Parses a positive duration such as {@code 500ms} or {@code 2m}. A number without a unit is in
   * seconds.
   */
  public static Duration duration(String setting, String text, Duration max) {
    return duration(setting, "be a positive time like ", text, max);
  }

  /** Parses a positive duration. Error messages contain {@code rule}, examples and {@code max}. */
  public static Duration duration(String setting, String rule, String text, Duration max) {
    Matcher matcher = DURATION.matcher(text.strip());
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      Duration duration =
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofSeconds(amount);
          };
      if (!duration.isZero() && duration.compareTo(max) <= 0) {
        return duration;
      }
    }
    throw new SettingException(
        setting, rule + "10s, 500ms or 2m, at most " + max.toMinutes() + "m", text);
  }
}
