package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Converts a JSON log line to the lines of text inside it. Fields are recognized by the names in
 * {@code jsonfields.properties}.
 */
final class JsonLogLine {
  private static final int MAX_FIELDS = 200;
  private static final String ESCAPABLE = "\"\\/nrtbf";
  private static final ResourceBundle NAMES =
      ResourceBundle.getBundle("io.streambench.flow.events.jsonfields");
  private static final List<String> MESSAGES = names("message");
  private static final List<String> LEVELS = names("level");
  private static final List<String> THREADS = names("thread");
  private static final List<String> LOGGERS = names("logger");
  private static final List<String> SOURCES = names("source");
  private static final List<String> ERRORS = names("error");
  private static final Set<String> STACKS = Set.copyOf(names("stack"));
  private static final List<String> EXCEPTIONS = names("exception");
  private static final List<String> CLASSES = names("class");
  private static final List<String> METHODS = names("method");
  private static final List<String> FILES = names("file");
  private static final List<String> CONTEXT = names("context");
  private static final Pattern CAUSE = Pattern.compile("(?:^|\\.)(?:cause|causedBy\\.exception)$");

  /** A message that contains an exception, but not at its beginning. */
  private static final Pattern EXCEPTION_WITHIN =
      Pattern.compile("^(?!java|org\\.|Caused by|Exception in).*(?:Exception|Error): ");

  private final Map<String, String> fields = new HashMap<>();
  private final List<String> stack = new ArrayList<>();

  private JsonLogLine() {}

  private static List<String> names(String key) {
    return List.of(NAMES.getString(key).split(" +"));
  }

  /** Returns whether an object has a message. */
  static boolean isEntry(JsonNode node) {
    return MESSAGES.stream().anyMatch(name -> node.path(name).isTextual());
  }

  static JsonLogLine of(String line) throws IOException {
    JsonLogLine read = new JsonLogLine();
    read.add("", Json.MAPPER.readTree(line.getBytes(ISO_8859_1)));
    return read;
  }

  /** Resolves the escapes in a JSON line, such as {@code \u003e} from Docker's json-file driver. */
  static String unescaped(String line) {
    StringBuilder text = new StringBuilder(line.length());
    int from = 0;
    for (int at; (at = line.indexOf('\\', from)) >= 0 && at + 1 < line.length(); ) {
      text.append(line, from, at);
      char c = line.charAt(at + 1);
      int code =
          c == 'u' ? codeUnit(line, at + 2) : ESCAPABLE.indexOf(c) < 0 ? -1 : unescapedChar(c);
      if (code < 0) { // not an escape
        text.append('\\');
        from = at + 1;
      } else {
        text.append(code < 128 ? String.valueOf((char) code) : bytesOf((char) code));
        from = at + (c == 'u' ? 6 : 2);
      }
    }
    return text.append(line, from, line.length()).toString();
  }

  private static char unescapedChar(char c) {
    return "nrtbf".indexOf(c) < 0 ? c : ' ';
  }

  private static int codeUnit(String line, int from) {
    int code = 0;
    for (int at = from; at < from + 4; at++) {
      int digit = at < line.length() ? Character.digit(line.charAt(at), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      code = code << 4 | digit;
    }
    return code;
  }

  private static String bytesOf(char c) {
    return new String(String.valueOf(c).getBytes(UTF_8), ISO_8859_1);
  }

  /** Returns the program that wrote the line; empty if the fields do not show it. */
  String label() {
    return SOURCES.stream()
        .map(fields::get)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "));
  }

  private void add(String name, JsonNode node) {
    if (node.isObject()) {
      if (CAUSE.matcher(name).find() && node.has("message")) {
        stack.add("Caused by: " + text(node, CLASSES) + ": " + node.get("message").asText());
      }
      String path = name.isEmpty() ? "" : name + ".";
      node.properties().forEach(field -> add(path + field.getKey(), field.getValue()));
    } else if (node.isArray()) {
      node.forEach(element -> addElement(name, element));
    } else if (STACKS.contains(name)) {
      stack.addAll(node.asText().lines().toList());
    } else if (name.equals("full_message") && fields.containsKey("short_message")) {
      stack.addAll(node.asText().lines().skip(1).toList());
    } else if (fields.size() < MAX_FIELDS) {
      fields.putIfAbsent(name, node.asText());
    }
  }

  private void addElement(String list, JsonNode node) {
    String method = text(node, METHODS);
    if (list.isEmpty() || method.isEmpty()) {
      add(list, node);
    } else {
      stack.add(TextFormat.of("at %s.%s(%s)", text(node, CLASSES), method, text(node, FILES)));
    }
  }

  /**
   * The text of an object's first existing field with one of these names; empty if there is none.
   */
  private static String text(JsonNode node, List<String> names) {
    return names.stream().filter(node::has).findFirst().map(n -> node.get(n).asText()).orElse("");
  }

  /** Returns the lines of text; empty if no field is a message. */
  List<String> lines() {
    if (stack.isEmpty() && MESSAGES.stream().noneMatch(fields::containsKey)) {
      return List.of();
    }
    String message = first(MESSAGES).stripTrailing();
    List<String> lines = new ArrayList<>();
    (solrPrefix(message) + message + exception()).lines().forEach(lines::add);
    lines.addAll(stack);
    return lines;
  }

  private String exception() {
    for (int i = 0; i < EXCEPTIONS.size(); i += 2) {
      if (fields.containsKey(EXCEPTIONS.get(i))) {
        return " => " + fields.get(EXCEPTIONS.get(i)) + ": " + fields.get(EXCEPTIONS.get(i + 1));
      }
    }
    String error = first(ERRORS);
    return error.isEmpty() ? "" : " => " + error;
  }

  /** Returns the message's prefix in Solr's layout; empty if the text is a complete line. */
  private String solrPrefix(String message) {
    if (fields.containsKey("log")) { // Docker: a complete line of the program
      return "";
    }
    String given = first(LEVELS);
    LogLevel level = LogLevel.named(given);
    List<String> context = new ArrayList<>();
    for (int i = 0; i < CONTEXT.size(); i += 2) {
      String name = CONTEXT.get(i + 1);
      String value = first(List.of("contextMap." + name, "mdc." + name, "labels." + name, name));
      if (!value.isEmpty()) {
        String key = CONTEXT.get(i) + ":";
        context.add(value.startsWith(key) ? value : key + value); // Solr 8 has the key in the value
      }
    }
    boolean needsNoPrefix =
        given.isEmpty()
            || level == LogLevel.INFO
                && context.isEmpty()
                && !EXCEPTION_WITHIN.matcher(message).find();
    if (needsNoPrefix) { // without context it may be a line of a thread dump
      return "";
    }
    return TextFormat.of(
        "%s (%s) [%s] %s ",
        level == null ? given : level.label,
        first(THREADS),
        String.join(" ", context),
        first(LOGGERS));
  }

  private String first(List<String> names) {
    for (String name : names) {
      String value = fields.get(name);
      if (value != null) {
        return value;
      }
    }
    return "";
  }
}
