package io.streambench.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** Text that is the same under every locale: it is compared, parsed, and pasted into reports. */
public final class Text {
  private static final int TERMINAL = 120;
  private static final String COMMENT = "# ";
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private static final String COUNTED = "(s)";
  private static final Pattern NUMBER_AND_NOUN =
      Pattern.compile("(?<![\\w.,])(\\d[\\d,]*)((?: [a-z]+)*?) ([a-z]+)\\(s\\)");

  private Text() {}

  /**
   * As {@link String#format(Locale, String, Object...)}, for no locale at all. A noun with {@code
   * (s)} follows its number: {@code %d shard(s)} becomes {@code 1 shard} or {@code 12 shards}.
   */
  public static String of(String format, Object... arguments) {
    String text = String.format(Locale.ROOT, format, arguments);
    return format.contains(COUNTED)
        ? NUMBER_AND_NOUN
            .matcher(text)
            .replaceAll(
                found -> found.group().replace(COUNTED, found.group(1).equals("1") ? "" : "s"))
        : text;
  }

  /** A size without loss: {@code 8 MiB}, {@code 64 KiB}, or {@code 65,535 bytes}. */
  public static String bytes(long size) {
    if (size == 0 || size % KIB != 0) {
      return of("%,d bytes", size);
    }
    return size % MIB == 0 ? of("%,d MiB", size / MIB) : of("%,d KiB", size / KIB);
  }

  /**
   * A comment on a run as JMH prints its own: lines that begin with {@code #} and have at most 120
   * characters, but for a word that is longer.
   */
  public static String comment(String sentence) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(COMMENT);
    boolean first = true;
    for (String word : sentence.split(" ")) {
      if (!first && line.length() + word.length() + 1 > TERMINAL) {
        lines.append(line).append('\n');
        line = new StringBuilder(COMMENT + " ");
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    return lines.append(line).toString();
  }
}
