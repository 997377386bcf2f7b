package io.streambench.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the text of a setting into its type; every method throws {@link SettingException}. */
public final class Values {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|)");

  private static final Pattern PERCENTAGE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?) ?%");
  private static final Pattern HEAP = Pattern.compile("[1-9][0-9]{0,8}[kKmMgG]");

  /** Rejects other Unicode digits, which {@code parseInt} accepts but most tools do not. */
  private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");

  private Values() {}

  /** A whole number in {@code min..max}, both included. */
  public static int wholeNumber(String setting, String text, int min, int max) {
    return wholeNumber(setting, "be a whole number from " + min + " to " + max, text, min, max);
  }

  /** Reads a number of bytes; empty for the default. {@code most} is the maximum in the error. */
  static OptionalInt bytes(
      String setting, Map<String, String> given, int min, int max, String most) {
    String text = given.getOrDefault(setting, RecvWindow.DEFAULT);
    String rule = "be 'default' or a whole number of bytes from " + min + " to " + most;
    return text.strip().equals(RecvWindow.DEFAULT)
        ? OptionalInt.empty()
        : OptionalInt.of(wholeNumber(setting, rule, text, min, max));
  }

  private static int wholeNumber(String setting, String rule, String text, int min, int max) {
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= min && value <= max && ASCII.matcher(text).matches()) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Too large for an int, or not a number: the same rule applies.
    }
    throw new SettingException(setting, rule, text);
  }

  /** Reads one of the constants; {@code otherwise} if the setting is missing. */
  static <E extends Enum<E>> E oneOf(String setting, Map<String, String> given, E otherwise) {
    String text = given.getOrDefault(setting, otherwise.toString());
    return oneOf(setting, text, otherwise.getDeclaringClass());
  }

  /** Reads the constant with this {@code toString()}; one in capitals matches in any case. */
  public static <E extends Enum<E>> E oneOf(String setting, String text, Class<E> type) {
    List<E> all = List.of(type.getEnumConstants());
    List<String> typed = List.of(text.strip(), text.strip().toUpperCase(Locale.ROOT));
    String names = all.stream().map(E::toString).collect(Collectors.joining(", "));
    String rule = "be " + names.replaceFirst(", (\\w+)$", " or $1");
    return all.stream()
        .filter(one -> typed.contains(one.toString()))
        .findFirst()
        .orElseThrow(() -> new SettingException(setting, rule, text));
  }

  static boolean flag(String setting, String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new SettingException(setting, "be true or false", text);
    };
  }

  static String heap(String setting, String text) {
    if (HEAP.matcher(text.strip()).matches()) {
      return text.strip();
    }
    throw new SettingException(setting, "be a size like 2g or 512m", text);
  }

  /** Reads a size such as {@code 512m}, in bytes. */
  static long size(String setting, String text) {
    String size = heap(setting, text);
    long number = Long.parseLong(size.substring(0, size.length() - 1));
    return number
        << switch (size.charAt(size.length() - 1)) {
          case 'k', 'K' -> 10;
          case 'm', 'M' -> 20;
          default -> 30;
        };
  }

  /** Reads a number in {@code min..max}; {@code otherwise} begins the error's rule. */
  public static double number(
      String setting, String text, double min, double max, String otherwise) {
    String rule = Text.of("be %sa number from %s to %s", otherwise, plain(min), plain(max));
    return number(setting, rule, text, value -> value >= min && value <= max);
  }

  private static double number(String setting, String rule, String text, DoublePredicate range) {
    try {
      double value = Double.parseDouble(text);
      if (range.test(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Not a number: the same rule applies.
    }
    throw new SettingException(setting, rule, text);
  }

  /** Formats a number without an exponent and without trailing zeros in its fraction. */
  static String plain(double number) {
    return java.math.BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** A buffer ratio of Jetty's strategy, above 0 and at most 1. */
  public static double bufferRatio(String setting, String text) {
    String rule = "be a number above 0 and at most 1";
    return number(setting, rule, text, ratio -> ratio > 0 && ratio <= 1);
  }

  public static double ratio(String setting, String text) {
    return number(setting, "be a number between 0 and 1", text, value -> value > 0 && value < 1);
  }

  /**
   * A percentage from 0 % to below 100 %, as a fraction: {@code 5%} is 0.05. The percent sign is
   * required, since a bare 0.05 is ambiguous.
   */
  public static double percentage(String setting, String text) {
    Matcher matcher = PERCENTAGE.matcher(text.strip());
    double value = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
    if (value >= 0 && value < 100) {
      return value / 100;
    }
    throw new SettingException(setting, "be a percentage like 5%, from 0% to below 100%", text);
  }

  /** Reads a duration as {@link #duration} does, but also accepts zero. */
  public static Duration durationOrZero(String setting, String text, Duration most) {
    return text.strip().matches("0(ms|s|m)?")
        ? Duration.ZERO
        : duration(setting, "be 0s or a time like ", text, most);
  }

  /** A positive duration: {@code 10s}, {@code 500ms}, {@code 2m}; a bare number is in seconds. */
  public static Duration duration(String setting, String text, Duration most) {
    return duration(setting, "be a positive time like ", text, most);
  }

  /** Reads a duration; {@code rule}, as "be a positive time like ", begins the error's rule. */
  static Duration duration(String setting, String rule, String text, Duration most) {
    Matcher matcher = DURATION.matcher(text.strip());
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      Duration duration =
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofSeconds(amount);
          };
      if (!duration.isZero() && duration.compareTo(most) <= 0) {
        return duration;
      }
    }
    throw new SettingException(
        setting, rule + "10s, 500ms or 2m, at most " + most.toMinutes() + "m", text);
  }
}
