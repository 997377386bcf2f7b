package io.streambench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The published figures that studies repeat, as they were printed ({@code published.json});
 * sources: see {@code docs/studies.md}. Latencies are in milliseconds.
 */
public final class Published {
  private static final JsonNode ALL = read();

  private Published() {}

  private static JsonNode read() {
    try (InputStream in = Published.class.getResourceAsStream("published.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<JsonNode> rows(String study) {
    List<JsonNode> rows = new ArrayList<>();
    ALL.path(study).forEach(rows::add);
    return rows;
  }

  /** What was printed of one thing; empty if nothing was. */
  public static String text(String study, String name) {
    return ALL.path(study).path(name).asText();
  }
}
