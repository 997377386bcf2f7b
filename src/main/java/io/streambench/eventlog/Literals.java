package io.streambench.eventlog;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Finds the first of several literals in a text. Mostly that costs a look at every eighth character
 * or so: two characters that no literal has near its beginning rule out all places that they cover
 * (the algorithm of Wu and Manber).
 */
final class Literals {
  private static final int PAIRS = 1 << 14;
  private static final int MOST_LENGTH = Byte.MAX_VALUE;

  /** The characters of each literal that are compared first: as many as the shortest has. */
  private final int length;

  /** By how much a search moves on from two characters; 0 where they end such a beginning. */
  private final byte[] moves = new byte[PAIRS];

  /** The literals that begin with two characters. */
  private final String[][] begins = new String[PAIRS][];

  /** Takes literals of two characters or more. */
  Literals(Stream<String> literals) {
    String[] all = literals.distinct().toArray(String[]::new);
    length = Arrays.stream(all).mapToInt(String::length).min().orElse(0);
    if (length < 2 || length > MOST_LENGTH) {
      throw new IllegalArgumentException("a literal of " + length + " characters");
    }
    Arrays.fill(moves, (byte) (length - 1));
    for (String literal : all) {
      int begin = pair(literal, 0);
      begins[begin] =
          Arrays.stream(all).filter(one -> pair(one, 0) == begin).toArray(String[]::new);
      for (int at = 0; at <= length - 2; at++) {
        int pair = pair(literal, at);
        moves[pair] = (byte) Math.min(moves[pair], length - 2 - at);
      }
    }
  }

  private static int pair(String text, int at) {
    return (text.charAt(at) << 7 ^ text.charAt(at + 1)) & PAIRS - 1;
  }

  boolean in(String text) {
    return find(text, 0) >= 0;
  }

  /** The place of the first literal that begins at {@code from} or behind it; -1 without one. */
  int find(String text, int from) {
    int at = from + length - 2;
    while (at < text.length() - 1) {
      int move = moves[pair(text, at)];
      if (move == 0) {
        int begin = at - length + 2;
        if (isAt(begins[pair(text, begin)], text, begin)) {
          return begin;
        }
        move = 1;
      }
      at += move;
    }
    return -1;
  }

  private static boolean isAt(String[] literals, String text, int at) {
    if (literals == null) {
      return false;
    }
    for (String literal : literals) {
      if (text.startsWith(literal, at)) {
        return true;
      }
    }
    return false;
  }
}
