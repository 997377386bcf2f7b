package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.config.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line of a log in JSON, as the lines of text that it stands for; fields are known by name. */
final class JsonLogLine {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MOST_FIELDS = 200;
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|[\"\\\\/nrtbf])");

  /** The text itself; of several the first that is there. */
  private static final List<String> MESSAGES =
      List.of(
          ("log MESSAGE message msg line textPayload short_message full_message @message @m event")
              .split(" "));

  private static final String[] LEVELS =
      ("level log.level levelname severity severityText severity_text loglevel log_level lvl @l"
              + " priority")
          .split(" ");

  /** An exception as one text. */
  private static final String[] ERRORS = {"error", "err", "exception", "cause", "@x"};

  /** A message that names an exception, but does not begin with it. */
  private static final Pattern MENTIONS =
      Pattern.compile("^(?!java|org\\.|Caused by|Exception in).*(?:Exception|Error): ");

  private static final List<String> SOURCES =
      List.of(
          ("_HOSTNAME _SYSTEMD_UNIT _PID kubernetes.pod_name kubernetes.pod.name container_name"
                  + " container.name host.name")
              .split(" "));

  private static final Set<String> STACKS =
      Set.of(
          ("error.stack_trace stack_trace stackTrace stacktrace thrown.extendedStackTrace"
                  + " exception.stacktrace error.stack err.stack stack throwable exc_info"
                  + " exception.stackTrace attributes.exception.stacktrace")
              .split(" "));

  private static final List<List<String>> EXCEPTIONS =
      List.of(
          List.of("thrown.name", "thrown.message"),
          List.of("error.type", "error.message"),
          List.of("exception.exception_class", "exception.exception_message"),
          List.of("exception.class", "exception.message"));

  /** Where Solr's context stands, and as what a logger writes it. */
  private static final List<List<String>> CONTEXT =
      List.of(
          List.of("c", "collection"),
          List.of("s", "shard"),
          List.of("r", "replica"),
          List.of("x", "core"),
          List.of("t", "trace_id"));

  private final Map<String, String> fields = new HashMap<>();
  private final List<String> stack = new ArrayList<>();

  private JsonLogLine() {}

  static JsonLogLine of(String line) throws IOException {
    JsonLogLine read = new JsonLogLine();
    read.add("", MAPPER.readTree(line.getBytes(ISO_8859_1)));
    return read;
  }

  /** A line of JSON without its escapes, such as {@code \u003e} of Docker's json-file driver. */
  static String unescaped(String line) {
    return ESCAPE
        .matcher(line)
        .replaceAll(
            escape -> {
              char c = escape.group().charAt(1);
              String text =
                  escape.group(1) != null
                      ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
                      : String.valueOf("nrtbf".indexOf(c) < 0 ? c : ' ');
              return Matcher.quoteReplacement(new String(text.getBytes(UTF_8), ISO_8859_1));
            });
  }

  /** The program that wrote it, as far as the fields tell; empty if not at all. */
  String label() {
    return SOURCES.stream()
        .map(fields::get)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "));
  }

  private void add(String name, JsonNode node) {
    if (node.isObject()) {
      String path = name.isEmpty() ? "" : name + ".";
      node.properties().forEach(field -> add(path + field.getKey(), field.getValue()));
    } else if (node.isArray()) {
      node.forEach(element -> add(name, element));
    } else if (STACKS.contains(name)) {
      stack.addAll(node.asText().lines().toList());
    } else if (name.equals("full_message") && fields.containsKey("short_message")) {
      stack.addAll(node.asText().lines().skip(1).toList());
    } else if (fields.size() < MOST_FIELDS) {
      fields.putIfAbsent(name, node.asText());
    }
  }

  /** The lines within; empty if nothing in it is a message. */
  List<String> lines() {
    if (stack.isEmpty() && MESSAGES.stream().noneMatch(fields::containsKey)) {
      return List.of();
    }
    String exception =
        EXCEPTIONS.stream()
            .filter(names -> fields.containsKey(names.get(0)))
            .map(names -> " => " + fields.get(names.get(0)) + ": " + fields.get(names.get(1)))
            .findFirst()
            .orElseGet(() -> Text.of(first(ERRORS).isEmpty() ? "" : " => %s", first(ERRORS)));
    List<String> lines = new ArrayList<>();
    String message = first(MESSAGES.toArray(String[]::new)).stripTrailing();
    (layout(message) + message + exception).lines().forEach(lines::add);
    lines.addAll(stack);
    return lines;
  }

  /** What Solr's own layout has before a message; empty where the text is a whole line already. */
  private String layout(String message) {
    String given = first(LEVELS);
    LogLevel level = LogLevel.named(given);
    List<String> context = new ArrayList<>();
    for (List<String> names : CONTEXT) {
      String name = names.get(1);
      String value = first("contextMap." + name, "mdc." + name, "labels." + name, name);
      if (!value.isEmpty()) {
        context.add(names.get(0) + ":" + value);
      }
    }
    boolean bare =
        given.isEmpty()
            || level == LogLevel.INFO && context.isEmpty() && !MENTIONS.matcher(message).find();
    if (bare || fields.containsKey("log")) { // without a context it may be a thread dump
      return "";
    }
    return Text.of(
        "%s (%s) [%s] %s ",
        level == null ? given : level.word(),
        first("thread", "process.thread.name", "thread_name"),
        String.join(" ", context),
        first("loggerName", "log.logger", "logger_name", "logger"));
  }

  private String first(String... names) {
    return Stream.of(names).map(fields::get).filter(Objects::nonNull).findFirst().orElse("");
  }
}
