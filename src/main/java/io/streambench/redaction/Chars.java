package io.streambench.redaction;

import java.util.Set;

final class Chars {
  private Chars() {}

  static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean letterAt(CharSequence text, int at) {
    return at >= 0 && at < text.length() && isLetter(text.charAt(at));
  }

  static boolean wordAt(CharSequence text, int at) {
    return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
  }

  /** Returns whether an escape such as {@code %2C} ends here. */
  static boolean escapeEnds(CharSequence text, int end) {
    return end >= 3 && text.charAt(end - 3) == '%' && hexAt(text, end - 2) && hexAt(text, end - 1);
  }

  private static boolean hexAt(CharSequence text, int at) {
    return at < text.length() && Character.digit(text.charAt(at), 16) >= 0;
  }
}
