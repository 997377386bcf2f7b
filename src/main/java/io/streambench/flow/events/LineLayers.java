package io.streambench.flow.events;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes the prefixes that Docker, journald, Kubernetes and other programs add to a log line.
 * Not thread-safe.
 */
final class LineLayers {
  private static final int MAX_LAYERS = 8;
  private static final int MAX_PREFIX_LENGTH = 300;

  /** The prefix of a line in journald or syslog: time, host, program and process ID. */
  private static final String JOURNAL_PREFIX =
      "(?:<\\d{1,3}>)?(?:[A-Z][a-z]{2} ++\\d{1,2} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
          + "|[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? [A-Z]{3,5}"
          + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?[+-]\\d\\d:?\\d\\d"
          + "|\\[ *+\\d{1,9}\\.\\d{6}\\]|\\d{10}\\.\\d{6})"
          + " (\\S{1,100}+ (?!\\S{1,99}(?:Exception|Error):)[\\w.@/-]{1,100}+(?:\\[\\d{1,10}\\])?)"
          + ":(?: |$)";

  /**
   * The prefix of a syslog line (RFC 5424): time, host, program, process ID, message ID and data.
   */
  private static final String SYSLOG =
      "<\\d{1,3}>1 \\S{1,40}+ (\\S{1,100}+ \\S{1,100}+) \\S{1,100}+ \\S{1,100}+"
          + " (?:-|(?:\\[[^\\]]{0,200}+\\])++)(?: |$)";

  static final String LEVEL_NAMES = "(?i:trace|debug|info|warn|warning|error|severe|fatal)";

  /** A program's name in brackets, or as printed by kail. Excludes levels and ellipses. */
  private static final String BRACKETED_NAME =
      "\\[(?!(?:"
          + LEVEL_NAMES
          + "|(?i:snip(?:ped)?|truncated|omitted)|\\.+)[\\] ])([\\w./-]{1,120}+(?: (?!"
          + LEVEL_NAMES
          + "\\])[\\w.-]{1,80}+)?+)\\](?: |$)"
          + "|([\\w.-]{1,80}+/[\\w.-]{1,120}+\\[[\\w.-]{1,80}+\\]):(?: |$)";

  /** An ISO time with a {@code T}, and text such as {@code stdout F} that Kubernetes adds. */
  private static final String ISO_TIME_PREFIX =
      "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[^ \\t]{0,17}+(?: |$|\\t(?!"
          + LEVEL_NAMES
          + "\\b))"
          + "(?:std(?:out|err) [FP](?: |$))?+";

  /** The text that Fluent Bit prints before a record in Ruby's notation. */
  private static final String FLUENT_BIT_PREFIX =
      "\\[(?:\\d{1,6}\\] [\\w.*-]{1,250}+: \\[{1,2})?\\d{10}(?:\\.\\d++)?+"
          + "(?:, \\{\\}\\])?, \\{(?:\"\\w+\"=>\"[^\"]{0,99}+\", )*+\"log\"=>\"";

  /** Loki's labels, as {@code logcli} prints them. */
  private static final String LOKI_LABELS = "\\{((?:\\w+=\"[^\"]{0,200}+\"(?:, ?)?)*+)\\} ++";

  /** The prefix of {@code docker compose logs}, without the colour code that may follow. */
  private static final String COMPOSE_PREFIX = "((?!\\d)[\\w.@-]{1,100}+) *+\\|(?: |(?=\\e)|$)";

  private static final String COLOUR = "(?s:\\e[\\[;\\d]++.)";

  /** The byte-order mark that some editors write before UTF-8. */
  private static final String BYTE_ORDER_MARK = "\\xEF\\xBB\\xBF";

  private static final String TEST_OUTPUT = "\\d> ";

  /** The text before a JSON object in server-sent events or in a JSON text sequence. */
  private static final String JSON_PREFIX = "data: (?=\\{)|\\x1e";

  /** An HTML tag before a text. */
  private static final String HTML_TAG =
      "</?(?:pre|code|p|div|span|table|tr|td|br|html|body)\\b[^<>]{0,100}+>";

  /** The text that starts a quotation in Markdown or Jira. */
  private static final String QUOTE_FENCE = "`{3}|\\{(?:noformat|code|quote)(?::[^{}]{0,99}+)?+\\}";

  private static final Pattern LAYER =
      Pattern.compile(
          String.join(
              "|",
              "[ \t>]++|(?:! )++|#011|\\|(?![| ]*+\\+)|\\xC2\\xA0|&nbsp;", // #011 is syslog's tab
              JSON_PREFIX,
              COLOUR,
              BYTE_ORDER_MARK,
              JOURNAL_PREFIX,
              SYSLOG,
              FLUENT_BIT_PREFIX,
              BRACKETED_NAME,
              ISO_TIME_PREFIX,
              LOKI_LABELS,
              TEST_OUTPUT,
              HTML_TAG,
              QUOTE_FENCE,
              COMPOSE_PREFIX));

  /**
   * The number of characters after a layer that are usually sufficient to recognize another layer.
   */
  private static final int LOOKAHEAD_CHARS = 12;

  private static final int MAX_CACHED_LAYERS = 4;

  /**
   * The layers of lines that start with {@code prefix}. The layers end at offset {@code endOffset}.
   */
  record Layers(String prefix, int endOffset, String label) {}

  private final Deque<Layers> cachedLayers = new ArrayDeque<>();

  private String lastPrefix = "";

  /** Returns the length of the prefix that determines a line's layers; -1 if unknown. */
  int decisivePrefixLength(String line) {
    for (Layers layers : cachedLayers) {
      if (line.startsWith(layers.prefix) && !line.startsWith("{", layers.endOffset)) {
        return layers.prefix.length();
      }
    }
    return -1;
  }

  /**
   * Returns the layers of a line. Caches recent layers, because most lines have the same layers.
   */
  Layers find(String line) {
    for (Layers layers : cachedLayers) {
      if (line.startsWith(layers.prefix)) {
        return layers;
      }
    }
    Layers found = match(line);
    String prefix = line.substring(0, Math.min(line.length(), found.endOffset + LOOKAHEAD_CHARS));
    if (!prefix.isEmpty() && prefix.equals(lastPrefix) && prefix.equals(match(prefix).prefix)) {
      cachedLayers.addFirst(new Layers(prefix, found.endOffset, found.label));
      if (cachedLayers.size() > MAX_CACHED_LAYERS) {
        cachedLayers.removeLast();
      }
    }
    lastPrefix = prefix;
    return found;
  }

  private static Layers match(String line) {
    Matcher layer = LAYER.matcher(line);
    String label = "";
    boolean complete = true;
    int from = 0;
    for (int layers = 0; layers < MAX_LAYERS && from < line.length(); layers++) {
      layer.region(from, Math.min(from + MAX_PREFIX_LENGTH, line.length()));
      boolean found = layer.lookingAt();
      complete &= !layer.hitEnd();
      if (!found) {
        return new Layers(complete ? line : "", from, label);
      }
      for (int group = 1; group <= layer.groupCount(); group++) {
        label = preferOuterLabel(label, layer.start(group) < 0 ? "" : layer.group(group));
      }
      from = layer.end();
    }
    return new Layers("", from, label);
  }

  /** Returns the outer label, or the inner label if the outer label is empty. */
  static String preferOuterLabel(String outer, String inner) {
    return outer.isEmpty() ? inner : outer;
  }
}
