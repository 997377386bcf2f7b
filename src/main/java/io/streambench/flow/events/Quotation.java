package io.streambench.flow.events;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects text that a log line only quotes, such as a search term. */
final class Quotation {
  private static final int MAX_KEY_LENGTH = 64;

  /** Matches words after which quotation marks enclose the message itself. */
  private static final Pattern MESSAGE_INTRODUCTION =
      Pattern.compile(
          "(?i)(?:msg|message|err|error|exception|cause|reason|EXCEPTION|stack\\w*)\"?[:=] ?$");

  /**
   * Matches a search parameter directly before a text, optionally with the name of an exception.
   */
  private static final Pattern SEARCH_PARAMETER =
      Pattern.compile("(?:^|\\W)(?:f?q|query|expr|text|title)=\\W{0,2}(?:[\\w.$]+: ?){0,2}$");

  /** Matches the parameters of a request, the query of a URL, or a document that is added. */
  private static final Pattern REQUEST_TEXT =
      Pattern.compile(
          "params=\\{.*?\\}(?= \\w+=|\\{|$)|\\?[\\w.]+=[^?]*&[\\w.]+="
              + "|SolrInputDocument\\(fields: \\[.*?\\]\\)");

  private static final List<String> REQUEST_STARTS = List.of("params={", "?", "SolrInputDocument(");

  private Quotation() {}

  static boolean isQuoted(String text, int at) {
    return isUserData(text, at) || isWithinQuotationMarks(text, at);
  }

  /** Returns whether the text at {@code at} is part of a query or a document. */
  static boolean isUserData(String text, int at) {
    if (SEARCH_PARAMETER.matcher(text).region(Math.max(0, at - MAX_KEY_LENGTH), at).find()) {
      return true;
    }
    Matcher request = REQUEST_TEXT.matcher(text);
    return REQUEST_STARTS.stream()
        .mapToInt(begin -> text.lastIndexOf(begin, at))
        .filter(from -> from >= 0 && request.region(from, text.length()).lookingAt())
        .anyMatch(from -> request.end() > at);
  }

  private static boolean isWithinQuotationMarks(String text, int at) {
    int open = -1;
    for (int i = 0; i < at; i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (open >= 0) {
        boolean closes = c == text.charAt(open) && (c == '"' || isWordBoundary(text, i + 1));
        open = closes ? -1 : open;
      } else if (c == '"' || c == '\'' && isWordBoundary(text, i - 1)) {
        open = i;
      }
    }
    return open >= 0 && !isMessageQuote(text, open) && isQuoteClosed(text, open, at);
  }

  /**
   * Returns whether a position is not within a word. An apostrophe in a word is not a quotation
   * mark.
   */
  private static boolean isWordBoundary(String text, int at) {
    return at < 0 || at >= text.length() || !Character.isLetterOrDigit(text.charAt(at));
  }

  private static boolean isMessageQuote(String text, int open) {
    return MESSAGE_INTRODUCTION
        .matcher(text)
        .region(Math.max(0, open - MAX_KEY_LENGTH), open)
        .find();
  }

  private static boolean isQuoteClosed(String text, int open, int at) {
    return text.indexOf(text.charAt(open), at) >= 0;
  }
}
