package io.streambench.base;

import java.util.Collection;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats text independently of the locale, because the text is compared, parsed and pasted into
 * reports.
 */
public final class TextFormat {
  private static final int LINE_WIDTH = 100;
  private static final String COMMENT_PREFIX = "# ";
  private static final int MAX_SHORTENED_LENGTH = 41;
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** A conversion such as {@code %d}, and the noun with {@code (s)} after it, if there is one. */
  private static final Pattern CONVERSION =
      Pattern.compile("%%|%n|%[^a-zA-Z%]*[a-zA-Z](?:((?: [a-z]+)+)\\(s\\))?");

  /** A word, a setting with a quoted value, or a command up to a punctuation mark. */
  private static final Pattern WORD =
      Pattern.compile(
          "(?:^|(?<= ))(\\(?(?:\\./streambench|\\./jmh\\.sh|jcmd|jstack) .{0,70}?[.,;:)](?= |$)"
              + "|(?:=\"[^\"]*\"|[^ =]++|=)*+)(?: |$)");

  private TextFormat() {}

  /**
   * Formats as {@link String#format(Locale, String, Object...)} does with {@link Locale#ROOT}. A
   * noun with {@code (s)} follows its number: {@code %d shard(s)} becomes {@code 1 shard} or {@code
   * 12 shards}. The arguments themselves stay as they are.
   */
  public static String of(String format, Object... arguments) {
    return String.format(
        Locale.ROOT,
        format.contains("(s)") ? withPluralNouns(format, arguments) : format,
        arguments);
  }

  private static String withPluralNouns(String format, Object... arguments) {
    StringBuilder nouns = new StringBuilder();
    Matcher conversion = CONVERSION.matcher(format);
    int argument = 0;
    while (conversion.find()) {
      String found = conversion.group();
      boolean takesNext = !found.equals("%%") && !found.equals("%n") && found.indexOf('$') < 0;
      if (takesNext) {
        Object number = arguments[argument++];
        if (conversion.group(1) != null) {
          boolean singular = number instanceof Number count && count.longValue() == 1;
          found = found.substring(0, found.length() - "(s)".length()) + (singular ? "" : "s");
        }
      }
      conversion.appendReplacement(nouns, Matcher.quoteReplacement(found));
    }
    return conversion.appendTail(nouns).toString();
  }

  /** Shortens a long value for a table or a sentence by leaving out its middle. */
  public static String shortened(String value) {
    int half = (MAX_SHORTENED_LENGTH - 1) / 2;
    return value.length() <= MAX_SHORTENED_LENGTH
        ? value
        : value.substring(0, half) + "…" + value.substring(value.length() - half);
  }

  /**
   * Returns {@link #shortened}, or the identity if two different values would then look the same.
   */
  public static UnaryOperator<String> shortener(Collection<String> values) {
    long different = values.stream().distinct().count();
    return values.stream().map(TextFormat::shortened).distinct().count() == different
        ? TextFormat::shortened
        : UnaryOperator.identity();
  }

  /** Formats a range as {@code 0.88–1.12}, or as {@code -1 to 3} if its lower end is negative. */
  public static String range(String low, String high) {
    return low + (low.startsWith("-") ? " to " : "–") + high;
  }

  /**
   * Formats an exact size, never rounded: {@code 8 MiB}, {@code 64 KiB}, or {@code 65,535 bytes}.
   */
  public static String bytes(long size) {
    if (size == 0 || size % KIB != 0) {
      return of("%,d bytes", size);
    }
    return size % MIB == 0 ? of("%,d MiB", size / MIB) : of("%,d KiB", size / KIB);
  }

  /** Formats a comment in the style of JMH, in lines of at most 100 characters. */
  public static String comment(String sentence) {
    return wrapped(sentence, COMMENT_PREFIX, COMMENT_PREFIX + "  ");
  }

  /**
   * Folds a sentence into lines of at most 100 characters; only a longer word exceeds that. A
   * setting to paste, such as {@code SOLR_OPTS="$SOLR_OPTS -Dx=y"}, counts as one word, as does a
   * command that ends with a punctuation mark.
   *
   * @param first prefix of the first line
   * @param next prefix of the other lines
   */
  public static String wrapped(String sentence, String first, String next) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(first);
    boolean isLineEmpty = true;
    for (String word : WORD.matcher(sentence).results().map(match -> match.group(1)).toList()) {
      if (!isLineEmpty && line.length() + word.length() + 1 > LINE_WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder(next);
        isLineEmpty = true;
      }
      line.append(isLineEmpty ? "" : " ").append(word);
      isLineEmpty = false;
    }
    return lines.append(line).toString();
  }
}
