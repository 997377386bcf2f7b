package io.streambench.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is most similar to a misspelt name. */
final class NearestName {
  /** The number of letters in a name for each letter that may be wrong. */
  private static final int LETTERS_PER_MISTAKE = 3;

  private NearestName() {}

  /** Returns the most similar known name; empty if all known names are too different. */
  static Optional<String> of(String input, Collection<String> known) {
    int most = input.length() / LETTERS_PER_MISTAKE;
    return known.stream()
        .filter(name -> distance(input, name) <= most)
        .min(Comparator.comparingInt(name -> distance(input, name)));
  }

  /** Returns the Levenshtein distance between two names, ignoring case. */
  private static int distance(String input, String name) {
    String from = input.toLowerCase(Locale.ROOT);
    String to = name.toLowerCase(Locale.ROOT);
    int[] before = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = before[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[to.length()];
  }
}
