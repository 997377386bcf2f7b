package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The collection and shard in a line of Solr's log, as in {@code [c:books s:shard5 r:… x:…]} or, in
 * old versions, {@code [books shard5 core_node48 books_shard5_replica_n46]}. If there is no shard,
 * the core's name is used.
 */
record LoggedShard(String collection, String shard) {
  static final LoggedShard UNKNOWN = new LoggedShard("", "");

  private static final int MAX_EXPRESSION_LENGTH = 120;
  private static final int MAX_SEARCHED_BYTES = 4096;
  private static final Pattern CONTEXT_WITH_KEYS =
      Pattern.compile(
          "[\\[ ](?:c:([\\w.-]{1,100})|s:([\\w.-]{1,100})|x:([\\w.-]{1,100}))(?=[\\] ])");
  private static final Pattern CONTEXT_WITHOUT_KEYS =
      Pattern.compile("\\[([\\w.-]{1,100}) (shard[\\w.-]{0,100}) core_node\\w+ [\\w.-]+ *\\]");

  /** The text of a request line before the parameters in braces. */
  static final String STREAM_REQUEST = " path=/stream params=";

  private static final Pattern EXPRESSION =
      Pattern.compile(STREAM_REQUEST + "\\{(?:[^ }]*&)?expr=([^& ]+)");

  static LoggedShard of(String text) {
    Matcher unnamed = CONTEXT_WITHOUT_KEYS.matcher(text);
    if (unnamed.find()) {
      return new LoggedShard(unnamed.group(1), unnamed.group(2));
    }
    String[] named = {"", "", ""};
    Matcher next = CONTEXT_WITH_KEYS.matcher(text);
    while (next.find()) {
      for (int i = 0; i < named.length; i++) {
        if (named[i].isEmpty() && next.group(i + 1) != null) {
          named[i] = next.group(i + 1);
        }
      }
    }
    return new LoggedShard(named[0], named[1].isEmpty() ? named[2] : named[1]);
  }

  /** Returns the expression of a {@code /stream} request line; null for any other line. */
  static String streamExpression(String line) {
    int brace = line.indexOf('{');
    if (brace < 0 || !line.startsWith(STREAM_REQUEST, brace - STREAM_REQUEST.length())) {
      return null;
    }
    Matcher stream =
        EXPRESSION.matcher(line).region(0, Math.min(line.length(), MAX_SEARCHED_BYTES));
    if (!stream.find()) {
      return null;
    }
    String expression = decode(stream.group(1)).replaceAll("\\p{Cntrl}+", " ");
    return expression.length() <= MAX_EXPRESSION_LENGTH
        ? expression
        : expression.substring(0, MAX_EXPRESSION_LENGTH) + "…";
  }

  private static String decode(String parameter) {
    String encoded = parameter.replaceAll("[}]$", "");
    try {
      return URLDecoder.decode(encoded, UTF_8);
    } catch (IllegalArgumentException e) {
      return encoded; // truncated within an escape, or not encoded at all
    }
  }
}
