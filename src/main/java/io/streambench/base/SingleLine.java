package io.streambench.base;

import java.util.regex.Pattern;

/** Makes any message safe to print on one terminal line. */
public final class SingleLine {
  private static final Pattern WHITESPACE =
      Pattern.compile("[ \\t\\x0A-\\x0D\\x85\\u2028\\u2029]++");

  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  private SingleLine() {}

  /**
   * Replaces each line break and the white space around it with one space, and each other control
   * or format character with {@code ?}. Runs in linear time.
   */
  public static String of(String message) {
    String line =
        WHITESPACE
            .matcher(String.valueOf(message).strip())
            .replaceAll(run -> LINE_BREAK.matcher(run.group()).find() ? " " : run.group());
    return toPrintable(line.strip());
  }

  /** Replaces each control or format character with {@code ?}. The length stays the same. */
  public static String toPrintable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }
}
