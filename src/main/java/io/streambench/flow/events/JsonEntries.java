package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.files.Json;
import java.io.EOFException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a JSON document: what Solr's {@code /admin/info/logging}, Kibana or a log service
 * returns. Each object with a message becomes a line. Multi-line strings and arrays of strings
 * become lines of text. Also reads CSV, as Kibana and Splunk export it: a row becomes the text of
 * its cells.
 */
final class JsonEntries {
  /** An array, or an object that spans several lines or has an array before its first message. */
  private static final Pattern DOCUMENT =
      Pattern.compile(
          "^\\s*(?:\\[\\s*[{\"]|\\{\\s*\"(?:dump|value)\"|\\{(?![^\\n]*\\}\\s*\\n)"
              + "(?:(?!\"message\")[^\\n\\[])*[\\n\\[](?s:.*?)"
              + "\"(?:message|msg|log|dump|threadDump|_raw|stringValue)\")");

  /** A first line with the names of columns, including one for messages. */
  private static final Pattern CSV =
      Pattern.compile(
          "(?i)^(?=.*\\b(?:log|message|msg|line|_raw|_source|textPayload)\\b)[^\\w@\"]{0,3}"
              + "(?:\"[^\"\\n]+\"|[\\w@.-]+(?=[,;\\t]))"
              + "(?:[,;\\t](?:\"[^\"\\n]*\"|[\\w@.-]*))*\\r?\\n");

  /** A cell in quotation marks, or a separator. A mark within the cell is doubled or escaped. */
  private static final Pattern CELL =
      Pattern.compile("\"((?:[^\"\\\\]++|\"\"|\\\\\"(?!\")|\\\\)*+)\"|[,;\\t]");

  private final StringBuilder lines = new StringBuilder();

  /** Whether the document is truncated. */
  boolean truncated;

  /** Returns whether the first bytes are of such a document, as opposed to one object per line. */
  static boolean isDocument(String head) {
    return DOCUMENT.matcher(head).find() || CSV.matcher(head).find();
  }

  JsonEntries(byte[] document) throws IOException {
    String text = new String(document, UTF_8);
    if (CSV.matcher(text).find()) {
      lines.append(
          CELL.matcher(text).replaceAll(cell -> Matcher.quoteReplacement(unquoted(cell.group(1)))));
      return;
    }
    try (JsonParser parser = Json.MAPPER.createParser(document)) {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
          add(parser.readValueAsTree(), true);
        }
      }
    } catch (JacksonException | EOFException e) {
      truncated = true;
    }
  }

  /** Returns the text of a cell, or the blank between two cells. */
  private static String unquoted(String cell) {
    String text = cell == null ? " " : cell.replace("\"\"", "\"");
    boolean json = text.startsWith("{");
    return (json || text.indexOf('\n') >= 0 ? "\n" : "")
        + (json ? text : text.replace("\\\"", "\""));
  }

  private void add(JsonNode node, boolean inArray) {
    if (node.isTextual() && (inArray || node.asText().indexOf('\n') >= 0)) {
      lines.append(node.asText()).append('\n');
    } else if (JsonLogLine.isEntry(node)) {
      lines.append(node).append('\n');
    } else {
      node.forEach(child -> add(child, node.isArray()));
    }
  }

  byte[] lines() {
    return lines.toString().getBytes(UTF_8);
  }
}
