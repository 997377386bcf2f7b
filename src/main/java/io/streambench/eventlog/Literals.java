package io.streambench.eventlog;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Finds the first of several literals in a text with the algorithm of Wu and Manber. It usually
 * checks only about every eighth character: a pair of characters that no literal contains near its
 * beginning rules out all positions that would cover it.
 */
final class Literals {
  private static final int PAIRS = 1 << 14;
  private static final int MOST_LENGTH = Byte.MAX_VALUE;

  /** The number of characters that are compared first: the length of the shortest literal. */
  private final int length;

  /** How far to advance after a pair of characters; 0 if the pair ends such a beginning. */
  private final byte[] moves = new byte[PAIRS];

  /** The literals that begin with a pair of characters. */
  private final String[][] begins = new String[PAIRS][];

  /** Creates a search for literals of at least two characters. */
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

  /** Returns the position of the first literal that begins at or after {@code from}, or -1. */
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
