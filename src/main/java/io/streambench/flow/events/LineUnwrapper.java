package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Extracts log lines from the prefixes and formats that Docker, journald and others add. Not
 * thread-safe.
 */
final class LineUnwrapper {
  /**
   * Matches a field in {@code journalctl -o export} or {@code verbose}. Group 1 matches messages.
   */
  private static final Pattern JOURNAL_FIELD =
      Pattern.compile(
          "(?: {4})?(?:(MESSAGE=)|(?:_|PRIORITY|SYSLOG|CODE|CONTAINER|IMAGE)[A-Z0-9_]*+=)"
              + "|[A-Z][a-z]{2} [\\d-]{10} [\\d:.]{8,15} [A-Z]{3,5} \\[s=");

  /**
   * Matches a link that a mail program adds to a part of a class name, such as {@code java.net}.
   */
  private static final Pattern LINK = Pattern.compile(" ?<https?://[^<>\\s]{1,200}+>");

  /**
   * Matches characters escaped by web pages or word processors. Each UTF-8 byte is one character
   * here.
   */
  private static final Pattern ESCAPED_CHARACTER =
      Pattern.compile(
          "&(?:(?:quot|#34|#x22);()|(?:lt|#60|#x3[cC]);()|(?:gt|#62|#x3[eE]);()|(?:amp|#38|#x26);()"
              + "|(?:apos|#39|#x27);())|\\xE2\\x80[\\x9C-\\x9F]()");

  private static final String UNESCAPED_CHARACTERS = "\"<>&'\"";

  /** Replacements for a line break: an escape, rsyslog's code, U+2028 in UTF-8, and a bar. */
  private static final List<String> LINE_BREAK_SUBSTITUTES =
      List.of("\\n", "#012", "\u00E2\u0080\u00A8", "|");

  /** Matches a stack in one line. Group 1 matches the replacement for a line break. */
  private static final Pattern JOINED_STACK =
      Pattern.compile(
          "(\\\\n|#012|\\xE2\\x80\\xA8|\\|(?=\\s*+at [^|]{1,999}+\\|))"
              + "(?:\\\\t|#011|\\s)*+at [^\\s(]{1,400}+\\(");

  private static final Pattern LEVEL_WORD = Pattern.compile("\\b" + LineLayers.LEVEL_NAMES + "\\b");

  /** The offset in a line before which JSON must start. */
  private static final int MAX_JSON_OFFSET = 250;

  /** The state of a thread in a line that was joined from several lines by a web page. */
  private static final Pattern JOINED_THREADS =
      Pattern.compile(" java\\.lang\\.Thread\\.State: [A-Z_]+(?: \\([^)]*\\))? +(?:at|-) ");

  private static final Pattern JOINED_LINE =
      Pattern.compile(
          " +(?=java\\.lang\\.Thread\\.State: |at [^\\s(]+\\(|- [a-z][a-z() -]{1,40}<"
              + "|\"[^\"]{1,200}\" (?:#\\d|os_prio=))");

  private static final int MAX_NESTING_DEPTH = 4;

  private final LineLayers lineLayers = new LineLayers();

  /** The first parts of a line that Kubernetes has split. */
  private String pendingLine = "";

  /** The first parts of a message that Docker has split into several JSON objects. */
  private String pendingMessage = "";

  private String label = "";

  /**
   * Extracts all log lines from a line. Passes each one to {@code sink}, with the name of the
   * program.
   */
  void unwrap(String line, BiConsumer<String, String> sink) {
    label = "";
    Matcher field = JOURNAL_FIELD.matcher(line);
    if (field.lookingAt()) {
      unwrap(field.start(1) < 0 ? "" : line.substring(field.end()), sink, 0);
    } else {
      unwrap(line, sink, 0);
    }
  }

  private void unwrap(String line, BiConsumer<String, String> sink, int depth) {
    LineLayers.Layers layers = lineLayers.find(line);
    label = LineLayers.preferOuterLabel(label, layers.label());
    String rest = line.substring(layers.endOffset());
    String text = pendingLine.isEmpty() ? rest : pendingLine + rest;
    boolean isPartial =
        layers.endOffset() > 0 && line.substring(0, layers.endOffset()).contains(" P ");
    pendingLine = isPartial && text.length() < JettyLogReader.MAX_LINE_BYTES ? text : "";
    if (isPartial && !pendingLine.isEmpty()) {
      return;
    }
    List<String> inner = depth < MAX_NESTING_DEPTH ? innerLines(text) : List.of();
    if (inner.isEmpty()) {
      sink.accept(text, label);
    }
    String outerLabel = label;
    for (String each : inner) {
      label = outerLabel;
      unwrap(each, sink, depth + 1);
    }
  }

  /** Returns the lines in JSON, escaped text or joined lines; empty for plain text. */
  private List<String> innerLines(String text) {
    int json = jsonOffset(text);
    List<String> inJson = json < 0 ? List.of() : parseJsonLines(text.substring(json));
    if (!inJson.isEmpty()) {
      return inJson;
    }
    if (text.indexOf('\r') >= 0) {
      return List.of(text.split("\r"));
    }
    if (text.indexOf(" java.lang.Thread.State: ") > 0 && JOINED_THREADS.matcher(text).find()) {
      return List.of(JOINED_LINE.split(text));
    }
    if (LINE_BREAK_SUBSTITUTES.stream().anyMatch(text::contains)) {
      Matcher stack = JOINED_STACK.matcher(text);
      if (stack.find()) {
        return Stream.of(text.split(Pattern.quote(stack.group(1))))
            .map(JsonLogLine::unescape)
            .toList();
      }
    }
    String uncoloured = Colours.removeFrom(text);
    if (text.startsWith("at ") && text.contains("<http")) {
      uncoloured = LINK.matcher(uncoloured).replaceAll("");
    }
    boolean plain = text.indexOf('&') < 0 && text.indexOf('\u00E2') < 0;
    String unescaped = plain ? uncoloured : unescape(uncoloured);
    return unescaped.equals(text) ? List.of() : List.of(unescaped);
  }

  /**
   * Returns the offset of JSON at the beginning of a text or after the prefix of a log collector;
   * -1 if there is none. JSON after a level belongs to a program's message, and is ignored.
   */
  private static int jsonOffset(String text) {
    int at = text.indexOf('{');
    boolean added =
        at > 0
            && at < MAX_JSON_OFFSET
            && text.indexOf('"') == at + 1
            && Character.isWhitespace(text.charAt(at - 1))
            && (text.endsWith("}") || text.endsWith("}]"))
            && !LEVEL_WORD.matcher(text).region(0, at).find();
    return at == 0 || added ? at : -1;
  }

  static String unescape(String text) {
    return ESCAPED_CHARACTER
        .matcher(text)
        .replaceAll(
            found -> {
              int group = 1;
              while (found.group(group) == null) {
                group++;
              }
              return UNESCAPED_CHARACTERS.substring(group - 1, group);
            });
  }

  private List<String> parseJsonLines(String line) {
    try {
      List<String> lines = splitJsonObjects(line);
      if (lines.size() < 2) {
        lines = extractLines(Json.MAPPER.readTree(line.getBytes(ISO_8859_1)));
      }
      return lines.stream().map(inner -> new String(inner.getBytes(UTF_8), ISO_8859_1)).toList();
    } catch (IOException e) {
      return List.of(); // only the start of the text looks like JSON
    }
  }

  /** Returns the objects in a line of several adjacent JSON objects; empty for any other line. */
  private static List<String> splitJsonObjects(String line) throws IOException {
    List<String> values = new ArrayList<>();
    if (line.contains("}{\"")) {
      try (MappingIterator<JsonNode> all =
          Json.MAPPER.readerFor(JsonNode.class).readValues(line.getBytes(ISO_8859_1))) {
        while (all.hasNextValue()) {
          values.add(all.nextValue().toString());
        }
      }
    }
    return values;
  }

  private List<String> extractLines(JsonNode node) {
    JsonLogLine json = new JsonLogLine(node);
    label = LineLayers.preferOuterLabel(label, json.label());
    List<String> lines = json.lines();
    if (json.isPartial() && pendingMessage.length() < JettyLogReader.MAX_LINE_BYTES) {
      pendingMessage += String.join("\n", lines);
      return List.of("");
    } else if (!pendingMessage.isEmpty() && !lines.isEmpty()) {
      lines.set(0, pendingMessage + lines.get(0));
      pendingMessage = "";
    } else if (!json.hasMessage()
        && lines.isEmpty()
        && !json.hasLevel()
        && !node.has("EXCEPTION")) {
      return new JsonEntries(node).lines(); // the response of a log service
    }
    return lines;
  }

  /** Returns the length of the prefix that determines a line's layers; -1 if unknown. */
  int decisivePrefixLength(String line) {
    return lineLayers.decisivePrefixLength(line);
  }

  static String joinLabels(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + " " + second;
  }
}
