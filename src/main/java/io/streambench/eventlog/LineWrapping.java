package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes off a line what docker, journald, JSON logs and others put around it. Not thread-safe. */
final class LineWrapping {
  private static final int MOST_LAYERS = 8;
  private static final int MOST_PREFIX = 300;

  /** journald's and syslog's: a time of their own, the host, the program and its process. */
  private static final String JOURNAL =
      "(?:[A-Z][a-z]{2} ++\\d{1,2} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
          + "|[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? [A-Z]{3,5}"
          + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?[+-]\\d\\d:?\\d\\d"
          + "|\\[ *+\\d{1,9}\\.\\d{6}\\]|\\d{10}\\.\\d{6})"
          + " (\\S{1,100}+ [\\w.@/-]{1,100}+(?:\\[\\d{1,10}\\])?):(?: |$)";

  /** {@code kubectl logs --prefix}, Solr's and Ant's test runners. */
  private static final String BRACKETS = "\\[([\\w./-]{1,120}+)\\](?: |$)";

  /** A time with a {@code T}, and what Kubernetes writes behind it; others are a logger's own. */
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
    sink.accept(line.substring(from), label);
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

  private int behindLayer(String line, int from) {
    Matcher layer = LAYER.matcher(line).region(from, Math.min(from + MOST_PREFIX, line.length()));
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
}
