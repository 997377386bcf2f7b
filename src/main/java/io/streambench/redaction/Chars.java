package io.streambench.redaction;

import java.util.Set;

/** The kinds of characters in the languages of hosts, keys and words. */
final class Chars {
  private Chars() {}

  /** The words of a text, apart by blanks. */
  static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean digitAt(CharSequence text, int at) {
    return at >= 0 && at < text.length() && digit(text.charAt(at));
  }

  static boolean isLetter(int c) {
    return letter((char) c);
  }

  static boolean letter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean hex(char c) {
    return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  /** Part of a host name; an underscore is not, since Solr sets it behind one. */
  static boolean host(char c) {
    return letter(c) || digit(c) || c == '.' || c == '-';
  }

  static boolean word(char c) {
    return Character.isLetterOrDigit(c);
  }

  static boolean wordAt(CharSequence text, int at) {
    return at >= 0 && at < text.length() && word(text.charAt(at));
  }

  /** Returns whether an escape such as {@code %2C} ends here. */
  static boolean escapeEnds(CharSequence text, int end) {
    return end >= 3
        && end <= text.length()
        && text.charAt(end - 3) == '%'
        && hex(text.charAt(end - 2))
        && hex(text.charAt(end - 1));
  }

  /** Behind the digits that begin here. */
  static int digitsEnd(CharSequence text, int from) {
    int at = from;
    while (digitAt(text, at)) {
      at++;
    }
    return at;
  }

  /**
   * Returns whether digits that end here can be a port, and not the first number of something
   * longer.
   */
  static boolean portEnds(CharSequence text, int end) {
    boolean goesOn =
        end + 1 < text.length() && text.charAt(end) == '.' && digit(text.charAt(end + 1));
    return !wordAt(text, end) && !goesOn;
  }
}
