package io.streambench.flow.events;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes the prefix that a log or a tool adds to each line of a thread dump or exception, such as
 * a time, a level or a pod name. Learns prefixes from frames and from the first lines of dumps and
 * threads. Not thread-safe.
 */
final class DumpPrefixes {
  private static final int MAX_PREFIXES = 64;

  /**
   * Matches the prefix of a stack frame, or of the first line of a dump or thread. The tag in a
   * line of a javacore is not a prefix. Text copied from a terminal has spaces instead of tabs.
   */
  private static final Pattern PREFIXED_START =
      Pattern.compile(
          "^(?![\"|+]|\\d[A-Z]{2}\\w* )(.{1,200}?)(?:Full thread dump \\S"
              + "|\"[^\"]{1,200}\" (?=.*?(?:tid=0x|nid=|(?i:id)=\\d+ [A-Z])|- Thread t@\\d)"
              + "|#\\d{1,18} \"[^\"]{0,200}\"|[| ]*\\+[=~] \\w+@[0-9a-f]"
              + "|(?:\\t|(?= {2,}at )(?<!(?:Exception|Error).{0,200}) {2,})at \\w[^ (]*\\()");

  private static final Pattern EXCEPTION_LINE =
      Pattern.compile(
          "\\s*(?:at |\\.{3} |java|org\\.|" + LoggedFaultFinder.RELATED_EXCEPTION + ")");

  /** A part of a prefix. Only numbers and spaces may differ between lines. */
  private static final Pattern PREFIX_PART =
      Pattern.compile("[A-Za-z](?:[\\w./@$]|-(?!(?:\\d+-)?$))*|\\d+|\\s+|.");

  /** Matches a word that names a source, as opposed to a level, a month or a part of a time. */
  private static final Pattern SOURCE_NAME = Pattern.compile("(?=.*[a-z]).{4,}");

  private record Prefix(Pattern pattern, String label) {}

  private final List<Prefix> knownPrefixes = new ArrayList<>();

  /** The names in the prefix that was removed last; empty if there are none. */
  String lastLabel = "";

  /**
   * Returns whether no prefix is known yet. A line can then be a part of a dump only if it shows
   * the start of one.
   */
  boolean isEmpty() {
    return knownPrefixes.isEmpty();
  }

  /** Returns a line without its prefix, or the whole line if its prefix is unknown. */
  String strip(String line) {
    if (line.indexOf('"') > 0
        || line.contains("Full thread dump ")
        || line.contains("+= ")
        || (line.endsWith(")") || line.endsWith("]"))
            && (line.contains("\tat ") || line.contains("  at "))) {
      Matcher start = PREFIXED_START.matcher(line);
      if (knownPrefixes.size() < MAX_PREFIXES
          && knownPrefixes.stream().noneMatch(prefix -> prefix.pattern.matcher(line).lookingAt())
          && start.find()) {
        knownPrefixes.add(learnPrefix(start.group(1)));
      }
    }
    for (Prefix prefix : knownPrefixes) {
      Matcher found = prefix.pattern.matcher(line);
      if (found.lookingAt()) {
        lastLabel = prefix.label;
        return line.substring(found.end());
      }
    }
    lastLabel = "";
    return line;
  }

  /** Returns {@code strippedLine} if it is a line of an exception, otherwise {@code line}. */
  static String chooseExceptionLine(String line, String strippedLine) {
    boolean has = strippedLine.length() < line.length();
    return has && EXCEPTION_LINE.matcher(strippedLine).lookingAt() ? strippedLine : line;
  }

  private static Prefix learnPrefix(String prefix) {
    Matcher parts = PREFIX_PART.matcher(prefix.stripTrailing());
    String label =
        parts
            .results()
            .map(MatchResult::group)
            .filter(SOURCE_NAME.asMatchPredicate())
            .collect(Collectors.joining(" "));
    String shape = parts.replaceAll(part -> Matcher.quoteReplacement(partRegex(part.group())));
    return new Prefix(Pattern.compile(shape), label);
  }

  /**
   * Returns the pattern for a part of a prefix. A colon and a hyphen match each other, because
   * {@code grep} prints either of them after a file name or line number.
   */
  private static String partRegex(String part) {
    return switch (part.charAt(0)) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> "\\d+";
      case ' ', '\t' -> "\\s+";
      case ':', '-' -> "[:-]";
      default -> Pattern.quote(part);
    };
  }
}
