package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The log lines in a JSON document or CSV file, as exported by Solr's {@code /admin/info/logging},
 * Kibana or a log service. Each object with a message, each row of a table, each text with line
 * breaks and each string in an array becomes a log line. In a response of Solr, documents without
 * an exception are ignored.
 */
final class JsonEntries {
  /**
   * Recognizes JSON and CSV files that contain log lines, without loading Jackson for other files.
   */
  static final class FormatDetector {
    /** Matches the start of a JSON array, or of a JSON object that is not itself a log line. */
    private static final Pattern JSON_DOCUMENT =
        Pattern.compile(
            "^\\s*(?:\\[\\s*[\\[{\"]|\\{\\s*\\n|\\{\\s*\"(?:dump|value)\""
                + "|\\{(?![^\\n]*\\}\\s*\\n\\s*\\S)(?:(?!\"message\")[^\\n\\[])*\\[)");

    private static final String COLUMN_NAME = "[\\w@.-]+(?: \\[[^\\],;\\t\\n]*\\])?";
    private static final String COLUMN = "(?:\"[^\"\\n]*\"|(?:" + COLUMN_NAME + ")?)";

    /**
     * Matches a header line with column names, one of them for messages. Group 2 is the separator.
     */
    private static final Pattern CSV_HEADER =
        Pattern.compile(
            "(?i)^(?=.*(?<!\\w)(?:log|message|msg|line|_raw|_source|textPayload|log_?entry|log_s"
                + "|log_?message|syslogmessage|resultdescription)(?!\\w))[^\\w@\"]{0,3}"
                + ("((?:\"[^\"\\n]+\"|" + COLUMN_NAME + "(?=[,;\\t]))")
                + ("(?:([,;\\t])" + COLUMN + "(?:\\2" + COLUMN + ")*)?)\\r?\\n"));

    private FormatDetector() {}

    /**
     * Returns whether a file is a JSON document, a CSV file, or a list of JSON lines, newest first.
     */
    static boolean isDocument(String head) {
      return JSON_DOCUMENT.matcher(head).find()
          || CSV_HEADER.matcher(head).find()
          || head.startsWith("{") && isNewestFirst(head.lines());
    }

    /** Returns whether most lines have an earlier time than the line before. */
    private static boolean isNewestFirst(Stream<String> lines) {
      TimestampParser parser = new TimestampParser(new TimestampParser.UndatedDays());
      long[] times =
          lines
              .mapToLong(line -> parser.parse(line, line.length()))
              .filter(time -> time != UNKNOWN)
              .toArray();
      return IntStream.range(1, times.length).map(i -> Long.compare(times[i], times[i - 1])).sum()
          < 0;
    }
  }

  /** A cell and its separator. Quotation marks within a cell are doubled or escaped. */
  private static final String CSV_CELL =
      "\\G(?:\"((?:[^\"\\\\]++|\"\"|\\\\\"(?!\")|\\\\)*+)\"[^,\\n]*+|([^,\\n]*+))(,|\\n|\\z)";

  private final List<String> lines = new ArrayList<>();

  /** Whether the document is truncated. */
  boolean truncated;

  JsonEntries(JsonNode document) {
    add(document, false);
  }

  JsonEntries(byte[] document) throws IOException {
    String text = new String(document, UTF_8);
    Matcher csv = FormatDetector.CSV_HEADER.matcher(text);
    if (csv.find()) {
      addRows(text.substring(csv.start(1)), csv.group(2) == null ? "," : csv.group(2));
    } else {
      addValues(document);
    }
  }

  /** Adds the values in a JSON document, and text that follows the last value. */
  private void addValues(byte[] document) throws IOException {
    int end = 0;
    try (MappingIterator<JsonNode> values =
        Json.MAPPER.readerFor(JsonNode.class).readValues(document)) {
      while (values.hasNextValue()) {
        add(values.nextValue(), true);
        end = (int) values.getParser().currentLocation().getByteOffset();
      }
    } catch (JacksonException e) {
      truncated = true;
    }
    lines.add(new String(document, end, document.length - end, UTF_8));
  }

  private void addRows(String csv, String separator) {
    ArrayNode rows = Json.MAPPER.createArrayNode();
    ArrayNode row = rows.addArray();
    Matcher cell = Pattern.compile(CSV_CELL.replace(",", separator)).matcher(csv);
    while (cell.find() && cell.start() < csv.length()) {
      row.add(cell.group(1) == null ? cell.group(2).strip() : unquote(cell.group(1)));
      if (!cell.group(3).equals(separator)) {
        row = rows.addArray();
      }
    }
    addTable(rows.remove(0), rows);
  }

  private static String unquote(String cell) {
    String text = cell.replace("\"\"", "\"");
    return text.startsWith("{") ? text : text.replace("\\\"", "\"");
  }

  /** Adds an entry for each row; {@code columns} contains the names of the fields. */
  private void addTable(JsonNode columns, JsonNode rows) {
    for (JsonNode row : rows) {
      ObjectNode entry = Json.MAPPER.createObjectNode();
      for (int i = 0; i < Math.min(row.size(), columns.size()); i++) {
        entry.set(columns.path(i).path("name").asText(columns.path(i).asText()), row.path(i));
      }
      addEntry(entry);
    }
  }

  /** Adds an object as a line of JSON, or only its text if the line would be too long. */
  private void addEntry(JsonNode entry) {
    String line = entry.toString();
    lines.add(
        line.length() < JettyLogReader.MAX_LINE_BYTES / 2
            ? line
            : String.join("\n", new JsonLogLine(entry).lines()));
  }

  private void add(JsonNode node, boolean inArray) {
    JsonNode rows = node.path(node.has("rows") ? "rows" : "values");
    if (node.isTextual()) {
      if (inArray || node.asText().indexOf('\n') >= 0) {
        lines.add(node.asText());
      }
    } else if (node.has("responseHeader") || node.has("result-set")) {
      addResponse(node);
    } else if (node.path("columns").isArray() && rows.isArray()) {
      addTable(node.path("columns"), rows);
    } else if (node.path("stream") instanceof ObjectNode labels && rows.isArray()) { // Loki
      for (JsonNode row : rows) {
        addEntry(labels.put("timestamp", row.path(0).asText()).put("line", row.path(1).asText()));
      }
    } else if (node.path(0).has("field")) { // CloudWatch Insights
      ObjectNode entry = Json.MAPPER.createObjectNode();
      node.forEach(field -> entry.set(field.path("field").asText(), field.path("value")));
      addEntry(entry);
    } else if (node.isArray()) {
      node.forEach(element -> add(element, true));
    } else if (node.has("EXCEPTION") || new JsonLogLine(node).hasMessage()) {
      addEntry(node);
    } else {
      node.forEach(field -> add(field, false));
    }
  }

  /** Adds the errors and logged lines in Solr's response, but no documents. */
  private void addResponse(JsonNode response) {
    lines.add("");
    add(response.path("error"), false);
    add(response.path("history"), false); // of /admin/info/logging
    for (JsonNode tuple : response.path("result-set").path("docs")) {
      if (tuple.has("EXCEPTION")) {
        add(tuple, false);
      }
    }
  }

  /** Returns the lines, oldest first. */
  List<String> lines() {
    if (FormatDetector.isNewestFirst(lines.stream())) {
      Collections.reverse(lines);
    }
    return lines;
  }
}
