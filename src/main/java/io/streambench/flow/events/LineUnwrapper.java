package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Removes what Docker, journald, JSON logs and others put around a log line. Not thread-safe. */
final class LineUnwrapper {
  private static final int MAX_LAYERS = 8;
  private static final int MAX_PREFIX_LENGTH = 300;

  /** The prefix of journald and syslog: a time, the host, the program and its process. */
  private static final String JOURNAL =
      "(?:<\\d{1,3}>)?(?:[A-Z][a-z]{2} ++\\d{1,2} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
          + "|[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? [A-Z]{3,5}"
          + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?[+-]\\d\\d:?\\d\\d"
          + "|\\[ *+\\d{1,9}\\.\\d{6}\\]|\\d{10}\\.\\d{6})"
          + " (\\S{1,100}+ (?!\\S{1,99}(?:Exception|Error):)[\\w.@/-]{1,100}+(?:\\[\\d{1,10}\\])?)"
          + ":(?: |$)";

  /** The prefix of syslog according to RFC 5424: time, host, program, process, message and data. */
  private static final String SYSLOG =
      "<\\d{1,3}>1 \\S{1,40}+ (\\S{1,100}+ \\S{1,100}+) \\S{1,100}+ \\S{1,100}+"
          + " (?:-|(?:\\[[^\\]]{0,200}+\\])++)(?: |$)";

  private static final String LEVEL = "(?i:trace|debug|info|warn|warning|error|severe|fatal)";

  /** A name in brackets ({@code kubectl logs --prefix}, test runners); not a level or omission. */
  private static final String BRACKETS =
      "\\[(?!(?:"
          + LEVEL
          + "|(?i:snip(?:ped)?|truncated|omitted)|\\.+)\\])([\\w./-]{1,120}+)\\](?: |$)";

  /** A time with a {@code T}, and Kubernetes's marks after it. Other times belong to the line. */
  private static final String TIME =
      "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[^ \\t]{0,17}+(?: |$|\\t(?!"
          + LEVEL
          + "\\b))"
          + "(?:std(?:out|err) [FP](?: |$))?+";

  /** The prefix that Fluentd and Fluent Bit print before a record in JSON or in Ruby's notation. */
  private static final String FLUENT =
      "[\\w.*-]{1,250}+\\t(?=\\{\")"
          + "|\\[(?:\\d{1,6}\\] [\\w.*-]{1,250}+: \\[{1,2})?\\d{10}(?:\\.\\d++)?+"
          + "(?:, \\{\\}\\])?, (?:(?=\\{\")|\\{(?:\"\\w+\"=>\"[^\"]{0,99}+\", )*+\"log\"=>\")";

  /** Loki's labels, as {@code logcli} prints them. */
  private static final String LABELS = "\\{((?:\\w+=\"[^\"]{0,200}+\"(?:, ?)?)*+)\\} ++";

  /** {@code docker compose logs}; the colour escape after the name is a separate layer. */
  private static final String COMPOSE = "((?!\\d)[\\w.@-]{1,100}+) *+\\|(?: |(?=\\e)|$)";

  private static final String COLOUR = "(?s:\\e[\\[;\\d]++.)";

  /** The byte-order mark that some editors write before UTF-8. */
  private static final String BYTE_ORDER_MARK = "\\xEF\\xBB\\xBF";

  private static final String TEST_OUTPUT = "\\d> ";

  /** A tag of a web page before its text. */
  private static final String TAG =
      "</?(?:pre|code|p|div|span|table|tr|td|br|html|body)\\b[^<>]{0,100}+>";

  private static final Pattern LAYER =
      Pattern.compile(
          String.join(
              "|",
              "[ \t>]++|#011|\\|(?![| ]*+\\+)|\\xC2\\xA0|&nbsp;", // #011 is syslog's tab
              COLOUR,
              BYTE_ORDER_MARK,
              JOURNAL,
              SYSLOG,
              FLUENT,
              BRACKETS,
              TIME,
              LABELS,
              TEST_OUTPUT,
              TAG,
              COMPOSE));

  /** Characters as escaped by web pages and word processors. Each byte is one character here. */
  private static final Pattern ESCAPED =
      Pattern.compile(
          "&(?:(?:quot|#34|#x22);()|(?:lt|#60|#x3[cC]);()|(?:gt|#62|#x3[eE]);()|(?:amp|#38|#x26);()"
              + "|(?:apos|#39|#x27);())|\\xE2\\x80[\\x9C-\\x9F]()");

  private static final String UNESCAPED = "\"<>&'\"";

  /** A stack in one line, whose line breaks and tabs are escaped. */
  private static final Pattern ESCAPED_STACK =
      Pattern.compile("\\\\n(?:\\\\t|\\s)*+at [^\\s(]{1,400}+\\(");

  /** Threads whose lines a web page has joined, and where these lines began. */
  private static final Pattern JOINED_THREADS =
      Pattern.compile(" java\\.lang\\.Thread\\.State: [A-Z_]+(?: \\([^)]*\\))? +(?:at|-) ");

  private static final Pattern JOINED_LINE =
      Pattern.compile(
          " +(?=java\\.lang\\.Thread\\.State: |at [^\\s(]+\\(|- [a-z][a-z() -]{1,40}<"
              + "|\"[^\"]{1,200}\" (?:#\\d|os_prio=))");

  private static final int MAX_DEPTH = 4;

  /** This much text after the layers usually shows that no further layer begins. */
  private static final int LOOKAHEAD = 12;

  private static final int MAX_CACHED_LAYERS = 4;

  /** The layers of all lines that start with {@code prefix}; of a single line if it is empty. */
  private record Layers(String prefix, int end, String label) {}

  private final Deque<Layers> known = new ArrayDeque<>();

  /** The first parts of a line that Kubernetes has split. */
  private String pending = "";

  private String lastPrefix = "";
  private String label = "";

  /** Passes each log line inside a line to the sink, with the name of the program. */
  void unwrap(String line, BiConsumer<String, String> sink) {
    label = "";
    unwrap(line, sink, 0);
  }

  private void unwrap(String line, BiConsumer<String, String> sink, int depth) {
    Layers layers = layers(line);
    label = outerLabel(label, layers.label);
    String rest = line.substring(layers.end);
    String text = pending.isEmpty() ? rest : pending + rest;
    boolean isPartial = layers.end > 0 && line.substring(0, layers.end).contains(" P ");
    pending = isPartial && text.length() < JettyLogReader.MAX_LINE_BYTES ? text : "";
    if (isPartial && !pending.isEmpty()) {
      return;
    }
    List<String> inner = depth < MAX_DEPTH ? innerLines(text) : List.of();
    if (inner.isEmpty()) {
      sink.accept(text, label);
    }
    String outerLabel = label;
    for (String each : inner) {
      label = outerLabel;
      unwrap(each, sink, depth + 1);
    }
  }

  /** The lines that a text contains in JSON or in escaped form; empty if the text is plain. */
  private List<String> innerLines(String text) {
    List<String> inJson = text.startsWith("{") ? linesInJson(text) : List.of();
    if (!inJson.isEmpty()) {
      return inJson;
    }
    if (text.indexOf('\\') >= 0 && ESCAPED_STACK.matcher(text).find()) {
      return Stream.of(text.split("\\\\n")).map(JsonLogLine::unescaped).toList();
    }
    if (text.indexOf(" java.lang.Thread.State: ") > 0 && JOINED_THREADS.matcher(text).find()) {
      return List.of(JOINED_LINE.split(text));
    }
    boolean plain = text.indexOf('&') < 0 && text.indexOf('\u00E2') < 0;
    String unescaped = plain ? text : unescaped(text);
    return unescaped.equals(text) ? List.of() : List.of(unescaped);
  }

  static String unescaped(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            found -> {
              int group = 1;
              while (found.group(group) == null) {
                group++;
              }
              return UNESCAPED.substring(group - 1, group);
            });
  }

  private List<String> linesInJson(String line) {
    try {
      JsonNode node = Json.MAPPER.readTree(line.getBytes(ISO_8859_1));
      JsonLogLine json = new JsonLogLine(node);
      label = outerLabel(label, json.label());
      List<String> lines = json.lines();
      if (!json.isEntry() && lines.isEmpty() && !json.hasLevel() && !node.has("EXCEPTION")) {
        lines = new JsonEntries(node).lines(); // the answer of a log service
      }
      return lines.stream().map(inner -> new String(inner.getBytes(UTF_8), ISO_8859_1)).toList();
    } catch (IOException e) {
      return List.of(); // it only begins like JSON
    }
  }

  /** Returns how many characters at the beginning of a line determine its layers; -1 if unknown. */
  int decisivePrefixLength(String line) {
    for (Layers layers : known) {
      if (line.startsWith(layers.prefix) && !line.startsWith("{", layers.end)) {
        return layers.prefix.length();
      }
    }
    return -1;
  }

  /** Returns a line's layers. Remembers recent ones, because most lines begin alike. */
  private Layers layers(String line) {
    for (Layers layers : known) {
      if (line.startsWith(layers.prefix)) {
        return layers;
      }
    }
    Layers found = match(line);
    String prefix = line.substring(0, Math.min(line.length(), found.end + LOOKAHEAD));
    if (!prefix.isEmpty() && prefix.equals(lastPrefix) && prefix.equals(match(prefix).prefix)) {
      known.addFirst(new Layers(prefix, found.end, found.label));
      if (known.size() > MAX_CACHED_LAYERS) {
        known.removeLast();
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
        label = outerLabel(label, layer.start(group) < 0 ? "" : layer.group(group));
      }
      from = layer.end();
    }
    return new Layers("", from, label);
  }

  /** Prefers the outer label: it names the program, while the inner one may name a thread. */
  private static String outerLabel(String outer, String inner) {
    return outer.isEmpty() ? inner : outer;
  }

  static String joinLabels(String label, String more) {
    return label.isEmpty() || more.isEmpty() ? label + more : label + " " + more;
  }
}
