package io.streambench.config;

/** Messages that stay on one line of a terminal, whatever a file or a person put into them. */
public final class OneLine {
  private OneLine() {}

  /**
   * Line breaks, with the blanks around them, become a space; other control and format characters
   * become {@code ?}. Takes time in proportion to the text.
   */
  public static String of(String message) {
    String text = String.valueOf(message).strip();
    StringBuilder line = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = at;
      boolean broken = false;
      while (end < text.length() && isBlank(text.charAt(end))) {
        broken |= isBreak(text.charAt(end++));
      }
      if (broken) {
        line.append(' ');
      } else {
        end = Math.max(end, at + 1);
        line.append(text, at, end);
      }
      at = end;
    }
    return shown(line.toString().strip());
  }

  /** The same without a change of its length: each control and format character becomes ?. */
  static String shown(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t' || isBreak(character);
  }

  /** Returns whether a regular expression's {@code \R} would match it. */
  private static boolean isBreak(char character) {
    return character >= '\n' && character <= '\r'
        || character == 0x85
        || character == 0x2028
        || character == 0x2029;
  }
}
