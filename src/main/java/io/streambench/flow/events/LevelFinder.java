package io.streambench.flow.events;

import java.util.regex.Matcher;

/** Finds the log level of a line. Looks first where the last level was found. Not thread-safe. */
final class LevelFinder {
  /** The offset in a line before which a log level must start. */
  private static final int MAX_OFFSET = 120;

  private final Matcher matcher =
      LogLevel.PATTERN.matcher("").useTransparentBounds(true).useAnchoringBounds(false);
  private int offset;

  /** Returns the level of a line; null if it shows none. */
  LogLevel findIn(String line) {
    if (hasLevelAtOffset(line)) {
      return LogLevel.of(matcher);
    }
    int end = Math.min(line.length(), MAX_OFFSET);
    for (int at = 0; at < end; at++) {
      if (LogLevel.mayBegin(line, at) && matcher.reset(line).region(at, end).lookingAt()) {
        offset = at;
        return LogLevel.of(matcher);
      }
    }
    return null;
  }

  private boolean hasLevelAtOffset(String line) {
    return LogLevel.mayBegin(line, offset)
        && matcher.reset(line).region(offset, line.length()).lookingAt();
  }

  /** Returns whether a line has a level above DEBUG at the offset of the last level. */
  boolean isAboveDebug(String line) {
    return offset > 0 && hasLevelAtOffset(line) && LogLevel.of(matcher) != LogLevel.DETAIL;
  }

  /** Returns whether the level found last is DEBUG or INFO in upper case. */
  boolean isUpperCase(LogLevel found) {
    return found.isUpperCaseIn(matcher);
  }

  /** Returns the offset in a line at which the last level was found. */
  int offset() {
    return offset;
  }

  /** Returns the offset after the level found last. */
  int end() {
    return matcher.end();
  }
}
