package io.streambench.study.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.study.Published;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The published loads that this project repeats; latencies that were not printed are NaN. */
public final class PublishedLoads {
  private PublishedLoads() {}

  public static List<LoadFigures> of(String study) {
    return Published.rows(study).stream().map(PublishedLoads::figures).toList();
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
