package io.streambench.redaction;

/**
 * The position of a value behind its key: in quotes, escaped as JSON does if need be, or bare.
 *
 * @param from the index of its first character
 * @param to the index behind its last character
 * @param number whether it is a bare value of JSON, whose replacement needs quotes
 */
record Value(int from, int to, boolean number) {
  private static final Value NONE = new Value(0, 0, false);

  private Value(int from, int to) {
    this(from, to, false);
  }

  /**
   * The facts that are known of the place where a value is sought.
   *
   * @param json whether the key is one of JSON, so that the value can be no other either
   * @param quoted whether all that is within a string in quotes, which ends before the next one
   * @param line whether the value may go on to the end of the line, blanks included
   * @param query whether an ampersand ends it
   * @param limit where it ends at the latest
   */
  record Place(boolean json, boolean quoted, boolean line, boolean query, int limit) {}

  /** The value behind a separator; empty if there is none. */
  static Value of(String text, int start, Place place) {
    int limit = Math.min(text.length(), place.limit);
    int at = start;
    while (at < limit && at - start < 4 && text.charAt(at) == ' ') {
      at++;
    }
    if (at == limit) {
      return NONE;
    }
    char first = text.charAt(at);
    if (first == '"' && place.quoted && !place.json && endsString(text, at)) {
      return NONE;
    }
    if (first == '"' || first == '\'') {
      return new Value(at + 1, closing(text, at + 1, first, place, limit));
    }
    if (text.startsWith("\\\"", at)) {
      return new Value(at + 2, escapedClosing(text, at + 2, limit));
    }
    return place.json ? ofJson(text, at, place) : new Value(at, bareEnd(text, at, place, limit));
  }

  /** Returns whether the text behind a quote is what follows a string in JSON. */
  private static boolean endsString(String text, int quote) {
    int next = skip(text, quote + 1, " \r");
    return next == text.length() || ",:]}".indexOf(text.charAt(next)) >= 0;
  }

  /** A number, strings in a list, which are taken as one, or an object with all that is in it. */
  private static Value ofJson(String text, int start, Place place) {
    int at = skip(text, start, "+-.0123456789eE");
    if (at > start) {
      return new Value(start, at, true);
    }
    if (text.charAt(start) != '[') {
      return text.charAt(start) == '{' ? new Value(start, closingBracket(text, start), true) : NONE;
    }
    int first = skip(text, start + 1, " ");
    if (first >= text.length() || text.charAt(first) != '"') {
      return new Value(start, closingBracket(text, start), true);
    }
    int end = closing(text, first + 1, '"', place, text.length());
    int next = skip(text, end + 1, " ,");
    while (next < text.length() && text.charAt(next) == '"') {
      end = closing(text, next + 1, '"', place, text.length());
      next = skip(text, end + 1, " ,");
    }
    return new Value(first + 1, end);
  }

  /** Behind the bracket that closes the one at {@code start}; the end if there is none. */
  private static int closingBracket(String text, int start) {
    int depth = 0;
    boolean quoted = false;
    for (int at = start; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '{' || c == '[')) {
        depth++;
      } else if (!quoted && (c == '}' || c == ']') && --depth == 0) {
        return at + 1;
      }
    }
    return text.length();
  }

  private static int skip(String text, int from, String skipped) {
    int at = from;
    while (at < text.length() && skipped.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /** The quote that is not escaped; the end if there is none. */
  private static int closing(String text, int from, char quote, Place place, int limit) {
    int at = from;
    while (at < limit) {
      char c = text.charAt(at);
      if (c == quote || c == '"' && place.quoted) {
        return at;
      }
      at += c == '\\' ? 2 : 1;
    }
    return limit;
  }

  /** The escaped quote, or the one that ends the string around it. */
  private static int escapedClosing(String text, int from, int limit) {
    int at = from;
    while (at < limit && text.charAt(at) != '"' && !text.startsWith("\\\"", at)) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, limit);
  }

  private static int bareEnd(String text, int from, Place place, int limit) {
    int at = from;
    while (at < limit && !ends(text, at, place)) {
      boolean pair = text.charAt(at) == '\\' && at + 1 < limit;
      at += pair ? 2 : 1;
    }
    // a bracket or comma behind it is not its own
    String trailing = place.line ? " " : ",;)}]";
    while (at > from && trailing.indexOf(text.charAt(at - 1)) >= 0) {
      at--;
    }
    return at;
  }

  private static boolean ends(String text, int at, Place place) {
    char c = text.charAt(at);
    if (c == '\\' && at + 1 < text.length()) {
      char escaped = text.charAt(at + 1);
      boolean lineEnd = place.quoted && (escaped == 'n' || escaped == 'r');
      return lineEnd || !place.line && (escaped == '"' || escaped == '\'');
    }
    return c == '\r'
        || c == '<' && tagAt(text, at)
        || c == '&' && place.query
        || c == '"' && place.quoted
        || !place.line && (c <= ' ' || c == '\'');
  }

  /** Returns whether a tag of HTML begins here, or one of our own placeholders. */
  private static boolean tagAt(String text, int at) {
    int next = at + 1;
    if (next < text.length() && text.charAt(next) == '/') {
      return true;
    }
    int name = next;
    while (name < text.length() && name - next < 20 && Chars.letter(text.charAt(name))) {
      name++;
    }
    return name > next && name < text.length() && "> /".indexOf(text.charAt(name)) >= 0;
  }
}
