package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Extracts the lines of text from a JSON log line. {@code jsonfields.properties} contains the names
 * of the known fields.
 */
final class JsonLogLine {
  private static final int MAX_FIELDS = 200;
  private static final int DOCKER_PART_BYTES = 1 << 14;
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|([\"\\\\/])|[nrtbf])");

  private static final ResourceBundle FIELD_NAMES =
      ResourceBundle.getBundle("io.streambench.flow.events.jsonfields");
  private static final List<String> MESSAGE_FIELDS = fieldNames("message");
  private static final List<String> LEVEL_FIELDS = fieldNames("level");
  private static final List<String> THREAD_FIELDS = fieldNames("thread");
  private static final List<String> LOGGER_FIELDS = fieldNames("logger");
  private static final List<String> SOURCE_FIELDS = fieldNames("source");
  private static final List<String> ERROR_FIELDS = fieldNames("error");
  private static final Set<String> STACK_FIELDS = Set.copyOf(fieldNames("stack"));
  private static final List<String> EXCEPTION_FIELDS = fieldNames("exception");
  private static final List<String> CLASS_FIELDS = fieldNames("class");
  private static final List<String> METHOD_FIELDS = fieldNames("method");
  private static final List<String> FILE_FIELDS = fieldNames("file");
  private static final List<String> CONTEXT_FIELDS = fieldNames("context");
  private static final Pattern CAUSE_FIELD =
      Pattern.compile("(?:^|\\.)(?:cause|causedBy\\.exception)$");

  /** Matches a message that contains an exception, but not at its start. */
  private static final Pattern EMBEDDED_EXCEPTION =
      Pattern.compile("^(?!java|org\\.|Caused by|Exception in).*(?:Exception|Error): ");

  /**
   * Matches the names of objects in which a log service encloses the fields of a program's log
   * line.
   */
  private static final Pattern WRAPPER_PREFIX =
      Pattern.compile("^(?:(?:" + FIELD_NAMES.getString("wrapper").replace(' ', '|') + ")\\.)+");

  /** Matches a message that is a complete log line, or a continuation of the previous line. */
  private static final Pattern COMPLETE_LINE =
      Pattern.compile(
          "^(?:\\s*(?:at |\\.{3} \\d)|"
              + LoggedFaultFinder.RELATED_EXCEPTION
              + "|\\W{0,2}\\d{2,4}[-/:]\\d\\d[-/:]\\d\\d"
              + ".{0,99}?\\b(?:TRACE|DEBUG|INFO|WARN|ERROR|SEVERE|FATAL)\\b)");

  private static final Pattern EXCEPTION = Pattern.compile("^[\\w.$]+(?:Exception|Error)(?:: |$)");

  private final Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<String> stack = new ArrayList<>();

  JsonLogLine(JsonNode node) {
    add("", node);
  }

  private static List<String> fieldNames(String key) {
    return List.of(FIELD_NAMES.getString(key).split(" +"));
  }

  /** Returns whether the message continues in the next object. Docker splits long messages. */
  boolean isPartial() {
    String log = fields.getOrDefault("log", "");
    return fields.containsKey("CONTAINER_PARTIAL_MESSAGE")
        || log.getBytes(UTF_8).length == DOCKER_PART_BYTES && !log.endsWith("\n");
  }

  /** Returns whether the object has a message. */
  boolean hasMessage() {
    return MESSAGE_FIELDS.stream().anyMatch(fields::containsKey);
  }

  boolean hasLevel() {
    return !firstValue(LEVEL_FIELDS).isEmpty();
  }

  /** Decodes the escapes in a JSON line, such as {@code \u003e} from Docker's json-file driver. */
  static String unescape(String line) {
    return line.indexOf('\\') < 0
        ? line
        : ESCAPE.matcher(line).replaceAll(JsonLogLine::decodeEscape);
  }

  private static String decodeEscape(MatchResult escape) {
    if (escape.group(1) == null) {
      return Matcher.quoteReplacement(Objects.requireNonNullElse(escape.group(2), " "));
    }
    String character = Character.toString(Integer.parseInt(escape.group(1), 16));
    return Matcher.quoteReplacement(new String(character.getBytes(UTF_8), ISO_8859_1));
  }

  /** Returns the name of the program that wrote the line; empty if unknown. */
  String label() {
    return SOURCE_FIELDS.stream()
        .map(fields::get)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "));
  }

  private void add(String path, JsonNode node) {
    String name = WRAPPER_PREFIX.matcher(path).replaceFirst("");
    if (node.isObject()) {
      if (CAUSE_FIELD.matcher(name).find() && node.has("message")) {
        stack.add(
            "Caused by: " + firstText(node, CLASS_FIELDS) + ": " + node.get("message").asText());
      }
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(field -> add(prefix + field.getKey(), field.getValue()));
    } else if (node.path(0).isTextual() && !STACK_FIELDS.contains(name)) {
      List<String> texts = new ArrayList<>();
      node.forEach(text -> texts.add(text.asText()));
      fields.putIfAbsent(name, String.join("\n", texts));
    } else if (node.path(0).isInt() && MESSAGE_FIELDS.stream().anyMatch(name::equalsIgnoreCase)) {
      fields.putIfAbsent(name, decodeBytes(node));
    } else if (node.isArray()) {
      node.forEach(element -> addElement(name, element));
    } else if (STACK_FIELDS.contains(name)) {
      stack.addAll(node.asText().replaceFirst("^: ", "").lines().toList()); // JBoss's format
    } else if (fields.size() < MAX_FIELDS) {
      fields.putIfAbsent(name, node.asText());
    }
  }

  /** Decodes the bytes that journald writes for text with colours or invalid UTF-8. */
  private static String decodeBytes(JsonNode numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    numbers.forEach(number -> bytes.write(number.asInt()));
    return bytes.toString(UTF_8);
  }

  private void addElement(String list, JsonNode node) {
    String method = firstText(node, METHOD_FIELDS);
    if (node.has("key") && node.path("value").isObject()) { // an attribute of OpenTelemetry
      add(list + "." + node.get("key").asText(), node.get("value").path("stringValue"));
    } else if (list.isEmpty() || method.isEmpty()) {
      add(node.isObject() ? list + "[]" : list, node);
    } else {
      stack.add(
          TextFormat.of(
              "at %s.%s(%s)", firstText(node, CLASS_FIELDS), method, firstText(node, FILE_FIELDS)));
    }
  }

  /** Returns the first of the named fields that exists, as text; empty if none exists. */
  private static String firstText(JsonNode node, List<String> names) {
    return names.stream().filter(node::has).findFirst().map(n -> node.get(n).asText()).orElse("");
  }

  /** Returns the lines of text; empty if the object has neither a message nor a stack. */
  List<String> lines() {
    if (stack.isEmpty() && !hasMessage()) {
      return List.of();
    }
    String given = Colours.removeFrom(firstValue(MESSAGE_FIELDS));
    String message = isPartial() ? given : given.stripTrailing();
    List<String> lines = new ArrayList<>();
    (solrPrefix(message) + message + exceptionSuffix()).lines().forEach(lines::add);
    String full = fields.getOrDefault("full_message", "").stripTrailing(); // GELF
    if (!full.equals(message)) {
      full.lines().skip(full.startsWith(message) ? 1 : 0).forEach(lines::add);
    }
    lines.addAll(stack);
    return lines;
  }

  private String exceptionSuffix() {
    for (int i = 0; i < EXCEPTION_FIELDS.size(); i += 2) {
      if (fields.containsKey(EXCEPTION_FIELDS.get(i))) {
        return " => "
            + fields.get(EXCEPTION_FIELDS.get(i))
            + ": "
            + fields.get(EXCEPTION_FIELDS.get(i + 1));
      }
    }
    String error = firstValue(ERROR_FIELDS);
    return error.isEmpty() ? "" : " => " + error;
  }

  /** Returns the text to put before a message as in Solr's layout; empty if none is needed. */
  private String solrPrefix(String message) {
    if (fields.containsKey("log")) { // Docker: a complete line of the program
      return "";
    }
    String given = firstValue(LEVEL_FIELDS);
    LogLevel level = LogLevel.ofName(given);
    List<String> context = new ArrayList<>();
    for (int i = 0; i < CONTEXT_FIELDS.size(); i += 2) {
      String name = CONTEXT_FIELDS.get(i + 1);
      String value =
          firstValue(
              List.of("contextMap." + name, "mdc." + name, "labels." + name, name, "_" + name));
      if (!value.isEmpty()) {
        String key = CONTEXT_FIELDS.get(i) + ":";
        context.add(value.startsWith(key) ? value : key + value); // Solr 8 has the key in the value
      }
    }
    boolean needsNoPrefix =
        given.isEmpty()
            || COMPLETE_LINE.matcher(message).find()
            || level != LogLevel.DETAIL && context.isEmpty() && EXCEPTION.matcher(message).find()
            || level == LogLevel.INFO
                && context.isEmpty()
                && !EMBEDDED_EXCEPTION.matcher(message).find();
    if (needsNoPrefix) { // without context it may be a line of a thread dump
      return "";
    }
    return TextFormat.of(
        "%s (%s) [%s] %s ",
        level == null ? given : level.label,
        firstValue(THREAD_FIELDS),
        String.join(" ", context),
        firstValue(LOGGER_FIELDS));
  }

  private String firstValue(List<String> names) {
    for (String name : names) {
      String value = fields.get(name);
      if (value != null) {
        return value;
      }
    }
    return "";
  }
}
