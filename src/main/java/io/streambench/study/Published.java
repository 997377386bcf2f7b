package io.streambench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.report.page.Resource;
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
    try {
      return new ObjectMapper().readTree(Resource.text("/io/streambench/study/published.json"));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
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
