package io.streambench.eventlog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern for the beginning of a text. The first character rules out most texts. */
final class Beginning {
  private static final int BYTES = 256;

  private final Pattern pattern;
  private final boolean[] first = new boolean[BYTES];

  Beginning(String regex) {
    pattern = Pattern.compile(regex);
    for (char c = 0; c < BYTES; c++) {
      Matcher found = pattern.matcher(String.valueOf(c));
      first[c] = found.lookingAt() || found.hitEnd();
    }
  }

  /** Returns whether a text begins with this pattern. */
  boolean of(String text) {
    return !text.isEmpty()
        && (text.charAt(0) >= BYTES || first[text.charAt(0)])
        && pattern.matcher(text).lookingAt();
  }
}
