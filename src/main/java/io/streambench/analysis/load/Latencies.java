package io.streambench.analysis.load;

import io.streambench.analysis.compare.Interval;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Latencies of requests, in milliseconds; NaN stands for a value that is not known.
 *
 * @param p99Interval 95 % interval of P99, as if requests were independent; empty where there are
 *     too few of them, or where it is not known
 */
public record Latencies(
    double mean,
    double min,
    double p50,
    double p90,
    double p95,
    double p99,
    double p999,
    double max,
    Optional<Interval> p99Interval) {

  /** Latencies without a known interval of P99. */
  public Latencies(
      double mean,
      double min,
      double p50,
      double p90,
      double p95,
      double p99,
      double p999,
      double max) {
    this(mean, min, p50, p90, p95, p99, p999, max, Optional.empty());
  }

  /** The ordered ones by name, from the lowest to the highest, as far as they are known. */
  public Map<String, Double> ascending() {
    Map<String, Double> known = new LinkedHashMap<>();
    known.put("min", min);
    known.put("P50", p50);
    known.put("P90", p90);
    known.put("P95", p95);
    known.put("P99", p99);
    known.put("P99.9", p999);
    known.put("max", max);
    known.values().removeIf(value -> value.isNaN());
    return known;
  }
}
