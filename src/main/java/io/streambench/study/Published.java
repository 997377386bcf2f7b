package io.streambench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.report.table.ResultTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The published figures that studies repeat ({@code published.json}), and what follows from them
 * alone, rounded as in the reports; sources: see {@code docs/studies.md}.
 */
final class Published {
  private static final JsonNode ALL = read();

  private Published() {}

  private static JsonNode read() {
    try (InputStream in = Published.class.getResourceAsStream("published.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a table by what stands in it. */
  static List<JsonNode> rows(String study) {
    List<JsonNode> rows = new ArrayList<>();
    ALL.path(study).forEach(rows::add);
    return rows;
  }

  /** What was printed of one thing; empty if nothing was. */
  static String text(String study, String name) {
    return ALL.path(study).path(name).asText();
  }

  /** A table that has the first row's fields as columns, the first of which names the row. */
  static ResultTable.Of<JsonNode> table(String caption, String study) {
    List<JsonNode> rows = rows(study);
    ResultTable.Of<JsonNode> table = ResultTable.of(caption, rows);
    rows.get(0)
        .fieldNames()
        .forEachRemaining(name -> table.number(name, row -> row.path(name).asText()));
    return table;
  }
}
