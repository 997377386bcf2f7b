package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes off a line what others have put around it: docker, Kubernetes, compose, journald and
 * syslog, JSON logs, colours, indentation, the quotes of a mail. Other prefixes it learns from the
 * line {@code Full thread dump}. Characters are bytes. Not thread-safe.
 */
final class LineWrapping {
  private static final int MOST_LAYERS = 8;
  private static final int MOST_PREFIX = 300;
  private static final int MOST_LEARNED = 16;

  /** journald's and syslog's: a time of their own, the host, the program and its process. */
  private static final String JOURNAL =
      "(?:[A-Z][a-z]{2} ++\\d{1,2} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
          + "|[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? [A-Z]{3,5}"
          + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?[+-]\\d\\d:?\\d\\d"
          + "|\\[ *+\\d{1,9}\\.\\d{6}\\]|\\d{10}\\.\\d{6})"
          + " (\\S{1,100}+ [\\w.@/-]{1,100}+(?:\\[\\d{1,10}\\])?):(?: |$)";

  /** {@code kubectl logs --prefix}, Solr's and Ant's test runners. */
  private static final String BRACKETS = "\\[([\\w./-]{1,120}+)\\](?: |$)";

  /**
   * A time with a {@code T}, and what the CRI of Kubernetes writes behind it. Times with a blank
   * are a logger's own, which readers know.
   */
  private static final String TIME =
      "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?: |[^ ]{1,17}+(?: |$))"
          + "(?:std(?:out|err) [FP](?: |$))?+";

  /** {@code docker compose logs}; the escape of a colour behind the name is a layer of its own. */
  private static final String COMPOSE = "((?!\\d)[\\w.@-]{1,100}+) *+\\|(?: |(?=\\e)|$)";

  private static final String COLOUR = "(?s:\\e[\\[;\\d]++.)";

  /** The mark that some editors put before UTF-8. */
  private static final String MARK = "\\xEF\\xBB\\xBF";

  private static final String TEST_OUTPUT = "\\d> ";

  private static final Pattern LAYER =
      Pattern.compile(
          String.join("|", "[ \t>]", COLOUR, MARK, JOURNAL, BRACKETS, TIME, TEST_OUTPUT, COMPOSE));

  private static final Pattern LINE_NUMBER = Pattern.compile(":\\d+[:-]?\\s*$");

  /** A field of {@code journalctl -o export}; only one has the text. */
  private static final Pattern FIELD = Pattern.compile("(_{0,2}[A-Z][A-Z0-9_]{2,60})=");

  private static final String CURSOR = "__CURSOR";
  private static final String DUMP = "Full thread dump ";

  private final Map<String, Pattern> learned = new LinkedHashMap<>();
  private boolean export;
  private String label = "";

  /** Hands on the lines that a line wraps, with the name of the program that wrote them. */
  void unwrap(String line, BiConsumer<String, String> sink) {
    label = "";
    unwrap(line, sink, 0);
  }

  private void unwrap(String line, BiConsumer<String, String> sink, int depth) {
    int from = 0;
    for (int layer = 0; layer < MOST_LAYERS; layer++) {
      int next = behindLayer(line, from);
      if (next == from) {
        break;
      }
      from = next;
    }
    if (line.startsWith("{", from) && depth < 2) {
      List<String> inner = inJson(line.substring(from));
      if (!inner.isEmpty()) {
        inner.forEach(
            text -> unwrap(new String(text.getBytes(UTF_8), ISO_8859_1), sink, depth + 1));
        return;
      }
    }
    int field = inExport(line, from);
    if (field >= 0) {
      sink.accept(line.substring(learned(line, field)), label);
    }
  }

  /** The place of the text; -1 if the line is another field of an export of journald's. */
  private int inExport(String line, int from) {
    if (from == line.length() || line.charAt(from) != '_' && !export) {
      return from;
    }
    Matcher field = prefix(FIELD, line, from);
    if (!field.lookingAt()) {
      return from;
    }
    export |= field.group(1).equals(CURSOR);
    if (!export) {
      return from;
    }
    return field.group(1).equals("MESSAGE") ? field.end() : -1;
  }

  private List<String> inJson(String line) {
    try {
      JsonLogLine json = JsonLogLine.of(line);
      label(json.label());
      return json.lines();
    } catch (IOException e) {
      return List.of(); // it only begins as JSON does
    }
  }

  /** The place behind one layer; {@code from} where there is none. */
  private int behindLayer(String line, int from) {
    Matcher layer = prefix(LAYER, line, from);
    if (from == line.length() || !layer.lookingAt()) {
      return from;
    }
    for (int group = 1; group <= layer.groupCount(); group++) {
      if (layer.start(group) >= 0) {
        label(layer.group(group));
      }
    }
    return layer.end();
  }

  private void label(String more) {
    if (!more.isEmpty()) {
      label = label.isEmpty() ? more : label + " " + more;
    }
  }

  private static Matcher prefix(Pattern pattern, String line, int from) {
    return pattern.matcher(line).region(from, Math.min(from + MOST_PREFIX, line.length()));
  }

  /** The place behind what stood before a thread dump. */
  private int learned(String line, int from) {
    if (line.length() - from < MOST_PREFIX && line.endsWith(":")) {
      int at = line.indexOf(DUMP, from);
      if (at > from && learned.size() < MOST_LEARNED) {
        String before = line.substring(from, at);
        learned.put(before, shape(before));
      }
    }
    for (Map.Entry<String, Pattern> prefix : learned.entrySet()) {
      Matcher found = prefix(prefix.getValue(), line, from);
      if (found.lookingAt()) {
        label(LINE_NUMBER.matcher(prefix.getKey()).replaceFirst("").strip());
        return found.end();
      }
    }
    return from;
  }

  /** The same text; numbers of lines and times may differ, and blanks at its end be missing. */
  private static Pattern shape(String prefix) {
    StringBuilder shape = new StringBuilder();
    Matcher part =
        Pattern.compile(":\\d+(?=[:. -])|:\\d+$|[^:]+|:").matcher(prefix.stripTrailing());
    while (part.find()) {
      boolean number = part.group().matches(":\\d+");
      shape.append(number ? ":\\d+" : Pattern.quote(part.group()));
    }
    return Pattern.compile(shape + " ?");
  }
}
