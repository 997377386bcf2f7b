package io.streambench.base;

import java.util.Collection;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats text in the same way in every locale. */
public final class TextFormat {
  /** The maximum length of a line in a terminal, in characters. */
  public static final int TERMINAL_WIDTH = 120;

  private static final int LINE_WIDTH = 100;
  private static final String COMMENT_PREFIX = "# ";
  private static final int MAX_SHORTENED_LENGTH = 41;
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** Matches a conversion such as {@code %d}, with a following noun that ends in {@code (s)}. */
  private static final Pattern CONVERSION =
      Pattern.compile("%%|%n|%[^a-zA-Z%]*[a-zA-Z](?:((?: [a-z]+)+)\\(s\\))?");

  /** Matches text that is never wrapped: a word, a setting with a quoted value, or a command. */
  private static final Pattern UNBREAKABLE_TEXT =
      Pattern.compile(
          "(?:^|(?<= ))(\\(?(?:\\./streambench|\\./jmh\\.sh|jcmd|jstack) .{0,70}?[.,;:)](?= |$)"
              + "|(?:=\"[^\"]*\"|[^ =]++|=)*+)(?: |$)");

  private TextFormat() {}

  /**
   * Formats like {@link String#format(Locale, String, Object...)} with {@link Locale#ROOT}. A noun
   * that ends in {@code (s)} agrees with the number before it: {@code %d shard(s)} becomes {@code 1
   * shard} or {@code 12 shards}.
   */
  public static String of(String format, Object... arguments) {
    return String.format(
        Locale.ROOT,
        format.contains("(s)") ? withPluralNouns(format, arguments) : format,
        arguments);
  }

  private static String withPluralNouns(String format, Object... arguments) {
    StringBuilder result = new StringBuilder();
    Matcher conversion = CONVERSION.matcher(format);
    int argument = 0;
    while (conversion.find()) {
      String found = conversion.group();
      boolean takesArgument = !found.equals("%%") && !found.equals("%n") && found.indexOf('$') < 0;
      if (takesArgument) {
        Object number = arguments[argument++];
        if (conversion.group(1) != null) {
          boolean isSingular = number instanceof Number count && count.longValue() == 1;
          found = found.substring(0, found.length() - "(s)".length()) + (isSingular ? "" : "s");
        }
      }
      conversion.appendReplacement(result, Matcher.quoteReplacement(found));
    }
    return conversion.appendTail(result).toString();
  }

  /** Replaces the middle of a long value with an ellipsis. */
  public static String shorten(String value) {
    int half = (MAX_SHORTENED_LENGTH - 1) / 2;
    return value.length() <= MAX_SHORTENED_LENGTH
        ? value
        : value.substring(0, half) + "…" + value.substring(value.length() - half);
  }

  /**
   * Returns a function that shortens each of {@code values}. Returns the identity function if two
   * different values would become equal.
   */
  public static UnaryOperator<String> shortener(Collection<String> values) {
    long different = values.stream().distinct().count();
    return values.stream().map(TextFormat::shorten).distinct().count() == different
        ? TextFormat::shorten
        : UnaryOperator.identity();
  }

  /** Formats a range as {@code 0.88–1.12}, or as {@code -1 to 3} if {@code low} is negative. */
  public static String range(String low, String high) {
    return low + (low.startsWith("-") ? " to " : "–") + high;
  }

  /** Formats a size exactly: {@code 8 MiB}, {@code 64 KiB}, or {@code 65,535 bytes}. */
  public static String bytes(long size) {
    if (size == 0 || size % KIB != 0) {
      return of("%,d bytes", size);
    }
    return size % MIB == 0 ? of("%,d MiB", size / MIB) : of("%,d KiB", size / KIB);
  }

  /** Wraps a sentence into comment lines that start with {@code #}, as in JMH's output. */
  public static String wrapComment(String sentence) {
    return wrap(sentence, COMMENT_PREFIX, COMMENT_PREFIX + "  ");
  }

  /**
   * Wraps a sentence into lines of at most 100 characters. Never splits a word, a command, or a
   * setting such as {@code SOLR_OPTS="$SOLR_OPTS -Dx=y"}, even if the line becomes longer.
   *
   * @param firstPrefix the prefix of the first line
   * @param nextPrefix the prefix of the other lines
   */
  public static String wrap(String sentence, String firstPrefix, String nextPrefix) {
    return wrap(sentence, firstPrefix, nextPrefix, LINE_WIDTH);
  }

  /** Wraps like {@link #wrap(String, String, String)}, into lines of at most {@code width}. */
  public static String wrap(String sentence, String firstPrefix, String nextPrefix, int width) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(firstPrefix);
    boolean isLineEmpty = true;
    for (String word :
        UNBREAKABLE_TEXT.matcher(sentence).results().map(match -> match.group(1)).toList()) {
      if (!isLineEmpty && line.length() + word.length() + 1 > width) {
        lines.append(line).append('\n');
        line = new StringBuilder(nextPrefix);
        isLineEmpty = true;
      }
      line.append(isLineEmpty ? "" : " ").append(word);
      isLineEmpty = false;
    }
    return lines.append(line).toString();
  }
}
