package io.streambench.flow.events;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The levels of common loggers, grouped by importance. */
enum LogLevel {
  /** Levels for developers, such as DEBUG and TRACE. */
  DETAIL("DEBUG", "TRACE|DEBUG|DBUG|DBG|TRC|FINE(?:R|ST)?|VERBOSE"),
  INFO("INFO", "INFO(?:RMATION)?|INF|NOTICE|CONFIG"),
  /** WARN and all higher levels. */
  ALERT(
      "ERROR",
      "WARN(?:ING)?|WRN|ERROR|ERR|SEVERE|FATAL|FTL|CRIT(?:ICAL)?|ALERT|EMERG(?:ENCY)?|PANIC");

  private static final String ANY_LEVEL =
      "(?:(" + DETAIL.pattern + ")|" + INFO.pattern + "|(" + ALERT.pattern + "))";

  /**
   * A level as a separate word. Groups 1 and 3 match {@link #DETAIL}; groups 2, 4 and, only at the
   * beginning of a line, 5 match {@link #ALERT}. A word in lower case is a level only after a time,
   * a bracket or a label such as {@code level=}.
   */
  static final Pattern PATTERN =
      Pattern.compile(
          "(?<![\\w.])"
              + ANY_LEVEL
              + "(?![\\w.])"
              + "|(?i:(?<=level[\"']?[=:] ?[\"']?|severity[\"']?[=:] ?[\"']?|lvl[\"']?[=:] ?[\"']?"
              + "|[\\[<|]|\\t|:\\d\\d[.,]\\d{3,9}Z? {1,3}|:\\d\\dZ? {1,3})"
              + ANY_LEVEL
              + "(?=[\"'\\]>|:\\t]| {1,3}\\S))"
              + "|^((?i:"
              + ALERT.pattern
              + ")(?=:)|[EWF](?=\\d{4} \\d\\d:\\d\\d))");

  /** The hashes of the first two characters of all levels; see {@link #hashPair}. */
  private static final BitSet FIRST_CHARACTER_PAIRS = new BitSet();

  static {
    for (LogLevel level : values()) {
      for (String name : level.pattern.replaceAll("\\(.*?\\)\\??", "").split("\\|")) {
        FIRST_CHARACTER_PAIRS.set(hashPair(name.charAt(0), name.charAt(1)));
      }
    }
    for (char digit = '0'; digit <= '9'; digit++) {
      for (char letter : new char[] {'E', 'W', 'F'}) {
        FIRST_CHARACTER_PAIRS.set(hashPair(letter, digit));
      }
    }
  }

  /** The name of this level in log lines. */
  final String label;

  private final String pattern;
  private final Pattern namePattern;

  LogLevel(String label, String pattern) {
    this.label = label;
    this.pattern = pattern;
    this.namePattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
  }

  /** Returns whether a level may start at {@code at}. This fast check excludes most positions. */
  static boolean mayBegin(String text, int at) {
    return at + 1 < text.length()
        && FIRST_CHARACTER_PAIRS.get(hashPair(text.charAt(at), text.charAt(at + 1)))
        && (at == 0 || !isAsciiLetterOrDigit(text.charAt(at - 1)));
  }

  private static boolean isAsciiLetterOrDigit(char character) { // as in PATTERN
    return character < 0x80 && Character.isLetterOrDigit(character);
  }

  /** Hashes two letters, ignoring case. */
  private static int hashPair(char first, char second) {
    return (first & 0x1f) << 5 | second & 0x1f;
  }

  /** Returns the level that {@link #PATTERN} has found. */
  static LogLevel of(Matcher matcher) {
    if (matcher.start(1) >= 0 || matcher.start(3) >= 0) {
      return DETAIL;
    }
    return matcher.start(2) >= 0 || matcher.start(4) >= 0 || matcher.start(5) >= 0 ? ALERT : INFO;
  }

  /** Returns whether {@link #PATTERN} has found this level, DEBUG or INFO, in upper case. */
  boolean isUpperCaseIn(Matcher matcher) {
    return this == INFO ? matcher.group().equals(label) : this == DETAIL && matcher.start(1) >= 0;
  }

  /** Returns the level with a name or number from JSON; null if there is no such level. */
  static LogLevel ofName(String level) {
    String given = level.strip();
    for (LogLevel candidate : values()) {
      if (candidate.namePattern.matcher(given).matches()) {
        return candidate;
      }
    }
    return switch (given) { // syslog and GELF, then bunyan and pino
      case "7", "10", "20" -> DETAIL;
      case "5", "6", "30" -> INFO;
      case "0", "1", "2", "3", "4", "40", "50", "60" -> ALERT;
      default -> null;
    };
  }
}
