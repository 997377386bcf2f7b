package io.streambench.flow.events;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Recognizes INFO lines that can be skipped because they contain nothing relevant: no known
 * message, {@code /stream} request, pause or start of a JVM, and no possible part of a dump or
 * stack.
 */
final class InfoLineFilter {
  /** Finds texts of {@code /stream} requests, dumps, encoded mails, pauses and starts of a JVM. */
  private static final LiteralSearch RELEVANT_TEXTS =
      new LiteralSearch(
          Stream.concat(
              Arrays.stream(Restart.START_TEXTS),
              Stream.of(
                  LoggedShard.STREAM_REQUEST,
                  "Full thread dump",
                  "java.lang.Thread.State: ",
                  " quoted-printable",
                  ") Pause ",
                  GcPause.STOPPED)));

  /** The bytes that are checked together with their neighbours. */
  private static final boolean[] SIGNIFICANT_BYTES = new boolean[1 << Byte.SIZE];

  static {
    "\"\t\r\\|#+=\u00e2".chars().forEach(sign -> SIGNIFICANT_BYTES[sign] = true);
  }

  private InfoLineFilter() {}

  /** Returns whether a line can be skipped, with or without a carriage return at its end. */
  static boolean isIrrelevant(byte[] bytes, int from, int end) {
    int to = bytes[end - 1] == '\r' ? end - 1 : end;
    for (int at = from; at < to; at++) {
      if (SIGNIFICANT_BYTES[bytes[at] & 0xff] && isSignificant(bytes, at, to)) {
        return false;
      }
    }
    return !mayEndWithFrame(bytes, from, to)
        && LoggedFaultFinder.MESSAGE_PREFIXES.find(bytes, from, to) < 0
        && RELEVANT_TEXTS.find(bytes, from, to) < 0;
  }

  /** Returns whether a character may be a part of a dump, a joined stack or an encoded text. */
  private static boolean isSignificant(byte[] bytes, int at, int to) {
    int next = at + 1 < to ? bytes[at + 1] : '\n';
    return switch (bytes[at]) {
      case '"' -> next == ' ' || at > 0 && bytes[at - 1] == ' '; // a thread's name
      case '\\' -> next == 'n';
      case '|' -> next == ' ' || next == 'a';
      case '#' -> next == '0';
      case '+' -> next == '=' || next == '~'; // a branch of Jetty's dump
      case '=' ->
          next == '\n' || next == '3' && at + 2 < to && bytes[at + 2] == 'D'; // quoted-printable
      default -> true;
    };
  }

  /** Returns whether a line may end with a stack frame. */
  private static boolean mayEndWithFrame(byte[] bytes, int from, int to) {
    if (bytes[to - 1] == ')' || bytes[to - 1] == ']') {
      for (int at = from; at < to - 3; at++) {
        if (bytes[at] == ' ' && bytes[at + 1] == ' ' && bytes[at + 2] == 'a') {
          return true;
        }
      }
    }
    return false;
  }
}
