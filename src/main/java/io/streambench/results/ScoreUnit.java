package io.streambench.results;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The units of JMH: {@code ops/ms} is a thousand {@code ops/s}, {@code us/op} a thousandth ms/op.
 */
final class ScoreUnit {
  private static final Map<String, Double> SECONDS =
      Map.of(
          "ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0, "hr", 3600.0, "day", 86_400.0);
  private static final String RATE = "ops/";
  private static final String TIME = "/op";

  private ScoreUnit() {}

  /** The factor that converts a score to the other unit; empty if there is no such factor. */
  static OptionalDouble factor(String from, String to) {
    if (from.equals(to)) {
      return OptionalDouble.of(1);
    }
    if (from.startsWith(RATE) && to.startsWith(RATE)) {
      return ratio(to.substring(RATE.length()), from.substring(RATE.length()));
    }
    if (from.endsWith(TIME) && to.endsWith(TIME)) {
      return ratio(
          from.substring(0, from.length() - TIME.length()),
          to.substring(0, to.length() - TIME.length()));
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble ratio(String one, String other) {
    return SECONDS.containsKey(one) && SECONDS.containsKey(other)
        ? OptionalDouble.of(SECONDS.get(one) / SECONDS.get(other))
        : OptionalDouble.empty();
  }
}
