package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes off a line what others have put around it: docker, Kubernetes, compose, journald and
 * syslog, JSON logs, colours, indentation, the quotes of a mail. Readers behind it know none of
 * these. What it does not know it learns: what stands before {@code Full thread dump} stands before
 * the lines that follow. Not thread-safe.
 */
final class LineWrapping {
  /** Takes a line without wrapping. */
  interface Sink {
    /**
     * @param label of the program that wrote the line, where the wrapping names one
     */
    void line(byte[] text, int from, int to, String label);
  }

  private static final int MOST_LAYERS = 8;
  private static final int MOST_NAME = 120;
  private static final int MOST_PREFIX = 300;
  private static final int MOST_LEARNED = 16;
  private static final Pattern LINE_NUMBER = Pattern.compile(":\\d+[:-]?\\s*$");

  /** A field of {@code journalctl -o export}; only one has the text. */
  private static final Pattern FIELD = Pattern.compile("(_{0,2}[A-Z][A-Z0-9_]{2,60})=");

  private static final String CURSOR = "__CURSOR";
  private static final byte ESCAPE = 0x1b;
  private static final String DUMP = "Full thread dump ";

  private static final int TIME_LENGTH = "2026-11-26T04:25:09".length();
  private static final int MOST_FRACTION_AND_ZONE = 17;

  /** What the CRI of Kubernetes writes behind the time. */
  private static final Pattern OUTPUT = Pattern.compile("(?:stdout|stderr) [FP](?: |$)");

  /** journald's and syslog's: a time of their own, the host, the program and its process. */
  private static final Pattern JOURNAL =
      Pattern.compile(
          "(?:[A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
              + "|[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})? [A-Z]{3,5}"
              + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?[+-]\\d\\d:?\\d\\d"
              + "|\\[ *\\d{1,9}\\.\\d{6}\\]|\\d{9,11}\\.\\d{6})"
              + " (\\S{1,100} [\\w.@/-]{1,100}(?:\\[\\d{1,10}\\])?):(?: |$)");

  /** {@code kubectl logs --prefix}, Solr's and Ant's test runners. */
  private static final Pattern BRACKETS = Pattern.compile("\\[([\\w./-]{1,120})\\](?: |$)");

  /** {@code docker compose logs}. */
  private static final Pattern COMPOSE = Pattern.compile("([\\w.@-]{1,100}) *\\|(?: |\\e|$)");

  private static final Pattern TEST_OUTPUT = Pattern.compile("\\d> ");

  private final Map<String, Pattern> learned = new LinkedHashMap<>();
  private boolean export;
  private String label = "";

  /** Hands on what a line wraps, which may be several lines. */
  void unwrap(byte[] line, int start, int end, Sink sink) {
    unwrap(line, start, end, sink, 0);
  }

  private void unwrap(byte[] line, int start, int end, Sink sink, int depth) {
    if (depth == 0) {
      label = "";
    }
    int from = start;
    for (int layer = 0; layer < MOST_LAYERS; layer++) {
      int next = strip(line, from, end);
      if (next == from) {
        break;
      }
      from = next;
    }
    if (from < end && line[from] == '{' && depth < 2) {
      List<String> inner = inJson(line, from, end);
      if (!inner.isEmpty()) {
        for (String text : inner) {
          byte[] bytes = text.getBytes(UTF_8);
          unwrap(bytes, 0, bytes.length, sink, depth + 1);
        }
        return;
      }
    }
    int field = inExport(line, from, end);
    if (field >= 0) {
      sink.line(line, learned(line, field, end), end, label);
    }
  }

  /** The place of the text; -1 if the line is another field of an export of journald's. */
  private int inExport(byte[] line, int from, int end) {
    if (from == end || line[from] != '_' && !export) {
      return from;
    }
    Matcher field = FIELD.matcher(text(line, from, end));
    if (!field.lookingAt()) {
      return from;
    }
    export |= field.group(1).equals(CURSOR);
    if (!export) {
      return from;
    }
    return field.group(1).equals("MESSAGE") ? from + field.end() : -1;
  }

  private List<String> inJson(byte[] line, int from, int end) {
    try {
      JsonLogLine json = JsonLogLine.of(line, from, end);
      label(json.label());
      return json.lines();
    } catch (IOException e) {
      return List.of(); // it only begins as JSON does
    }
  }

  /** The place behind one layer; {@code from} where there is none. */
  private int strip(byte[] line, int from, int end) {
    if (from >= end) {
      return from;
    }
    byte first = line[from];
    if (first == ' ' || first == '\t' || first == '>') {
      return from + 1;
    }
    if (first == ESCAPE) {
      return colour(line, from, end);
    }
    if (first == (byte) 0xEF && end - from >= 3 && line[from + 1] == (byte) 0xBB) {
      return from + 3; // the mark that some editors put before UTF-8
    }
    if (first == '[') {
      int journal = behind(JOURNAL, line, from, end, 1); // with the time since the machine's start
      return journal > from ? journal : behind(BRACKETS, line, from, end, 1);
    }
    if (first >= '0' && first <= '9') {
      return digits(line, from, end);
    }
    return letters(line, from, end);
  }

  private static int colour(byte[] line, int from, int end) {
    int at = from + 1;
    while (at < end && (line[at] == '[' || line[at] == ';' || Character.isDigit(line[at]))) {
      at++;
    }
    return at > from + 1 && at < end ? at + 1 : from;
  }

  private int digits(byte[] line, int from, int end) {
    if (end - from > TIME_LENGTH
        && line[from + 10] == 'T'
        && line[from + 13] == ':'
        && line[from + 16] == ':') {
      return time(line, from, end);
    }
    if (end - from > 2 && line[from + 1] == '>') {
      return behind(TEST_OUTPUT, line, from, end, 0);
    }
    return end - from > TIME_LENGTH && line[from + 10] == '.' && line[from + 17] == ' '
        ? behind(JOURNAL, line, from, end, 1) // the seconds since the epoch
        : from;
  }

  /** A time with a {@code T}: those with a blank are a logger's own, which readers know. */
  private int time(byte[] line, int from, int end) {
    int at = from + TIME_LENGTH;
    boolean zone = false;
    while (at < end && line[at] != ' ' && at - from < TIME_LENGTH + MOST_FRACTION_AND_ZONE) {
      zone |= line[at] == '+' || line[at] == '-';
      at++;
    }
    if (at < end && line[at] != ' ') {
      return from;
    }
    int journal = zone ? behind(JOURNAL, line, from, end, 1) : from;
    if (journal > from) {
      return journal;
    }
    int next = Math.min(end, at + 1);
    return next < end && line[next] == 's' ? behind(OUTPUT, line, next, end, 0) : next;
  }

  private int letters(byte[] line, int from, int end) {
    byte fourth = end - from > 4 ? line[from + 3] : 0;
    if (fourth == ' ' && line[from] >= 'A' && line[from] <= 'Z') {
      int journal = behind(JOURNAL, line, from, end, 1);
      if (journal > from) {
        return journal;
      }
    }
    int at = from;
    while (at < end && at - from < MOST_NAME && isName(line[at])) {
      at++;
    }
    int name = at;
    while (at < end && at - name < MOST_NAME && line[at] == ' ') {
      at++;
    }
    return name > from && at < end && line[at] == '|' ? behind(COMPOSE, line, from, end, 1) : from;
  }

  private static boolean isName(byte b) {
    return LineCursor.letterOrDigit(b) || b == '.' || b == '-' || b == '@';
  }

  private int behind(Pattern pattern, byte[] line, int from, int end, int labelGroup) {
    Matcher found = pattern.matcher(text(line, from, end));
    if (!found.lookingAt()) {
      return from;
    }
    if (labelGroup > 0) {
      label(found.group(labelGroup));
    }
    // the escape of a colour behind a name is a layer of its own
    int length = found.end();
    return from + (line[from + length - 1] == ESCAPE ? length - 1 : length);
  }

  private void label(String more) {
    if (!more.isEmpty()) {
      label = label.isEmpty() ? more : label + " " + more;
    }
  }

  private static String text(byte[] line, int from, int end) {
    return new String(line, from, Math.min(end - from, MOST_PREFIX), ISO_8859_1);
  }

  /** The place behind what stood before a thread dump. */
  private int learned(byte[] line, int from, int end) {
    if (end - from < MOST_PREFIX && end > from && line[end - 1] == ':') {
      String text = text(line, from, end);
      int at = text.indexOf(DUMP);
      if (at > 0 && learned.size() < MOST_LEARNED) {
        learned.put(text.substring(0, at), shape(text.substring(0, at)));
      }
    }
    if (!learned.isEmpty()) {
      String text = text(line, from, end);
      for (Map.Entry<String, Pattern> prefix : learned.entrySet()) {
        Matcher found = prefix.getValue().matcher(text);
        if (found.lookingAt()) {
          label(LINE_NUMBER.matcher(prefix.getKey()).replaceFirst("").strip());
          return from + found.end();
        }
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
