package io.streambench.redaction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values whose key, before a {@code =} or {@code :}, says that they are a secret, user or host. */
final class KeyedValues {
  private static final Pattern NO_NAME =
      Pattern.compile("(?i)null|none|true|false|unknown|n/a|[^\\p{L}]*");
  private static final Pattern PORT_NUMBER = Pattern.compile("[1-9][0-9]{1,4}");
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("[\\p{L}][A-Za-z0-9._-]{0,252}:[0-9]{1,5}(?:,.*)?");
  private static final Pattern SIXTH_BEGINS = Pattern.compile("[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:.*");
  private static final Set<String> SCHEMES = Set.of("basic", "bearer", "digest", "negotiate");
  private static final int MAX_KEY = 80;

  /** A string of JSON, or without quotes an object, a list or a number. */
  private static final Pattern JSON =
      Pattern.compile(
          "(?s) {0,4}+(?:\"((?:[^\"\\\\]|\\\\.)*+)"
              + "|(\\{[^{}\\[\\]]*+\\}|\\[[^{}\\[\\]]*+\\]|[{\\[].*+|[-+.0-9eE]++))");

  /** In quotes, or in quotes within a string of JSON. */
  private static final String QUOTED =
      "(?s) {0,4}+(?:\"GOES_ON((?:[^\"\\\\]|\\\\.)*+)|\\\\\"((?:[^\"\\\\]|\\\\[^\"])*+)"
          + "|'((?:[^'END\\\\]|\\\\.)*+))";

  private static final Pattern OUTSIDE =
      Pattern.compile(QUOTED.replace("GOES_ON", "").replace("END", ""));

  /** Behind the quote that ends a string is nothing, or what follows a string in JSON. */
  private static final String GOES_ON = "(?![ \\r]*+(?:\\z|[,:\\]}]))";

  private static final Pattern WITHIN_STRING =
      Pattern.compile(QUOTED.replace("GOES_ON", GOES_ON).replace("END", "\""));

  private static final Pattern NAME =
      Pattern.compile(
          " {0,4}+(?:\\[ {0,2}+)?+(?:\\\\?\"GOES_ON|')?+([^;()\\[\\]{}|&<>=/\\\\\"'`\\x00- ]{1,2000}+)"
              .replace("GOES_ON", GOES_ON));

  private final Placeholders placeholders;
  private final Hosts hosts;
  private final Set<String> ownUsers;
  private final Pattern[] bare = new Pattern[8];

  KeyedValues(Placeholders placeholders, Hosts hosts, Set<String> ownUsers) {
    this.placeholders = placeholders;
    this.hosts = hosts;
    this.ownUsers = ownUsers;
  }

  private record Value(int from, int to, boolean needsQuotes) {}

  String redact(String text) {
    StringBuilder out = null;
    int copied = 0;
    boolean quoted = false;
    boolean escaped = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      quoted ^= c == '"' && !escaped;
      escaped = c == '\\' && !escaped;
      if (c != '=' && c != ':' || at < copied) {
        continue;
      }
      int keyEnd = keyEnd(text, at);
      int keyStart = keyStart(text, keyEnd);
      Key kind = Key.of(text, keyStart, keyEnd);
      if (kind == null) {
        continue;
      }
      boolean json = c == ':' && text.charAt(keyEnd) == '"';
      Value value =
          !kind.isSecret()
              ? name(text, at + 1)
              : json
                  ? quoted(JSON, text, at + 1)
                  : secret(text, at + 1, kind == Key.HEADER, quoted, inQuery(text, keyStart));
      if (value == null || value.from >= value.to) {
        continue;
      }
      String found = text.substring(value.from, value.to);
      String replaced = replace(kind, found);
      if (!replaced.equals(found)) {
        out = out == null ? new StringBuilder(text.length() + 64) : out;
        out.append(text, copied, value.from);
        out.append(value.needsQuotes ? '"' + replaced + '"' : replaced);
        copied = value.to;
      }
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  /** The end of the key whose separator is at {@code at}; blanks and a quote may lie between. */
  private static int keyEnd(String text, int at) {
    int end = at;
    while (end > 0 && at - end < 3 && text.charAt(end - 1) == ' ') {
      end--;
    }
    if (end > 0 && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'')) {
      end--;
      while (end > 0 && text.charAt(end - 1) == '\\') {
        end--;
      }
    }
    return end;
  }

  private static int keyStart(String text, int end) {
    int start = end;
    while (start > 0
        && end - start < MAX_KEY
        && (Chars.letterAt(text, start - 1)
            || Chars.digitAt(text, start - 1)
            || "._-".indexOf(text.charAt(start - 1)) >= 0)) {
      start--;
    }
    return start;
  }

  private static boolean inQuery(String text, int keyStart) {
    return keyStart > 0 && "?&;".indexOf(text.charAt(keyStart - 1)) >= 0;
  }

  /** A name ends before what is no part of it; that may be the next key. */
  private static Value name(String text, int start) {
    Matcher name = NAME.matcher(text).region(start, text.length());
    return name.lookingAt()
        ? new Value(name.start(1), withoutTrailing(",", text, name.start(1), name.end(1)), false)
        : null;
  }

  private static Value quoted(Pattern pattern, String text, int start) {
    Matcher value = pattern.matcher(text).region(start, text.length());
    if (!value.lookingAt()) {
      return null;
    }
    int group = 1;
    while (value.start(group) < 0) {
      group++;
    }
    return new Value(value.start(group), value.end(group), pattern == JSON && group == 2);
  }

  /** The value of a secret: in quotes, or bare; behind {@code =>} and {@code :=} as well. */
  private Value secret(String text, int start, boolean line, boolean quoted, boolean query) {
    int from = text.startsWith(">", start) || text.startsWith("=", start) ? start + 1 : start;
    Value value = quoted(quoted ? WITHIN_STRING : OUTSIDE, text, from);
    if (value != null) {
      return value;
    }
    int kind = (line ? 4 : 0) + (quoted ? 2 : 0) + (query ? 1 : 0);
    if (bare[kind] == null) {
      bare[kind] = bare(line, quoted, query);
    }
    value = quoted(bare[kind], text, from);
    // a bracket or comma behind it is not its own
    int to = withoutTrailing(line ? " " : ",;)}]", text, value.from, value.to);
    return new Value(value.from, to, false);
  }

  /**
   * A value without quotes; a tag ends it, and our placeholders look like one.
   *
   * @param line whether it may go on to the end of the line, blanks included
   * @param quoted whether all that is within a string in quotes
   * @param query whether an ampersand ends it
   */
  private static Pattern bare(boolean line, boolean quoted, boolean query) {
    String ends = (line ? "\\r" : "\\x00- '") + (quoted ? "\"" : "") + (query ? "&" : "");
    String escapes = "\\r" + (line ? "" : "\"'") + (quoted ? "nr" : "");
    return Pattern.compile(
        "(?s) {0,4}+((?:[^ENDS<\\\\]|<(?!/|[A-Za-z]{1,19}[> /])|\\\\(?![ESCAPES]).?)*+)"
            .replace("ENDS", ends)
            .replace("ESCAPES", escapes));
  }

  private static int withoutTrailing(String trailing, String text, int from, int end) {
    int to = end;
    while (to > from && trailing.indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return to;
  }

  private String replace(Key kind, String value) {
    boolean none = NO_NAME.matcher(value).matches();
    return switch (kind) {
      case SECRET ->
          none && !value.chars().anyMatch(Character::isDigit) ? value : Placeholders.SECRET;
      case HEADER -> header(value);
      case HOST -> none || SIXTH_BEGINS.matcher(value).matches() ? value : hosts.list(value);
      case USER -> none || Placeholders.isPlaceholder(value) ? value : placeholders.user(value);
      case PORT -> PORT_NUMBER.matcher(value).matches() ? placeholders.port(value) : value;
      case ADDRESS -> ADDRESS_AND_PORT.matcher(value).matches() ? hosts.list(value) : value;
      case OWNER -> ownUsers.contains(value) ? placeholders.user(value) : value;
    };
  }

  /** The scheme of an Authorization says something to those who help; its parameter does not. */
  private static String header(String value) {
    int end = value.indexOf(' ');
    String scheme = end < 0 ? value : value.substring(0, end);
    boolean known = SCHEMES.contains(scheme.toLowerCase(Locale.ROOT));
    if (end < 0 && (known || NO_NAME.matcher(value).matches())) {
      return value;
    }
    return known ? scheme + " " + Placeholders.SECRET : Placeholders.SECRET;
  }
}
