package io.streambench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

  /** Published loads; latencies that were not printed are NaN. */
  public static List<LoadFigures> loads(String study) {
    return rows(study).stream().map(Published::figures).toList();
  }

  private static LoadFigures figures(JsonNode row) {
    ToDoubleFunction<String> printed = name -> row.path(name).asDouble(Double.NaN);
    return LoadFigures.of(
        row.path("label").asText(),
        row.path("inFlight").asInt(),
        printed.applyAsDouble("requests/s"),
        new Latencies(
            printed.applyAsDouble("mean"),
            printed.applyAsDouble("min"),
            printed.applyAsDouble("P50"),
            printed.applyAsDouble("P90"),
            printed.applyAsDouble("P95"),
            printed.applyAsDouble("P99"),
            printed.applyAsDouble("P99.9"),
            printed.applyAsDouble("max")),
        1);
  }
}
