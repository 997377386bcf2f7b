package io.streambench.compare.cells;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The unit of a score, such as {@code ops/ms}, {@code us/op} or {@code MB/sec}. Units that differ
 * only in the time unit can be converted.
 *
 * @param baseUnit the unit with seconds in place of another time unit, such as {@code ops/s} or
 *     {@code s/ops}
 * @param baseUnitFactor factor that converts a value in this unit to the base unit
 */
record Unit(String baseUnit, double baseUnitFactor) {
  private static final String OPERATIONS = "ops";
  private static final String SECONDS = "s";

  /** Time units in seconds, by JMH's name for the unit, including names from before JMH 1.0. */
  private static final Map<String, Double> SECONDS_BY_UNIT =
      Map.ofEntries(
          Map.entry("ns", 1e-9),
          Map.entry("nsec", 1e-9),
          Map.entry("us", 1e-6),
          Map.entry("usec", 1e-6),
          Map.entry("\u00b5s", 1e-6),
          Map.entry("\u03bcs", 1e-6),
          Map.entry("ms", 1e-3),
          Map.entry("msec", 1e-3),
          Map.entry(SECONDS, 1.0),
          Map.entry("sec", 1.0),
          Map.entry("min", 60.0),
          Map.entry("h", 3600.0),
          Map.entry("hr", 3600.0),
          Map.entry("day", 86_400.0));

  static Unit of(String text) {
    String[] parts = text.strip().split("/", 2);
    String numerator = normalize(parts[0]);
    Double time = SECONDS_BY_UNIT.get(numerator);
    if (parts.length == 1) {
      return time == null ? new Unit(numerator, 1) : new Unit(SECONDS, time);
    }
    String denominator = normalize(parts[1]);
    Double perTime = SECONDS_BY_UNIT.get(denominator);
    if (time != null && perTime == null) {
      return new Unit(SECONDS + "/" + denominator, time);
    }
    return time == null && perTime != null
        ? new Unit(numerator + "/" + SECONDS, 1 / perTime)
        : new Unit(numerator + "/" + denominator, 1);
  }

  private static String normalize(String part) {
    String name = part.strip().toLowerCase(Locale.ROOT);
    return name.equals("op") ? OPERATIONS : name;
  }

  boolean isThroughput() {
    return baseUnit.equals(OPERATIONS + "/" + SECONDS);
  }

  boolean isTimePerOperation() {
    return baseUnit.equals(SECONDS + "/" + OPERATIONS);
  }

  /** Returns whether this unit is an amount per operation, such as bytes or events. */
  boolean isPerOperation() {
    return baseUnit.endsWith("/" + OPERATIONS);
  }

  /** Returns the factor from this unit to another; empty if they measure different things. */
  OptionalDouble factorTo(Unit other) {
    return baseUnit.equals(other.baseUnit)
        ? OptionalDouble.of(baseUnitFactor / other.baseUnitFactor)
        : OptionalDouble.empty();
  }

  /** Converts a positive score to seconds per operation; empty if the unit does not allow it. */
  Optional<Double> secondsPerOperation(double score) {
    if (!(score > 0)) {
      return Optional.empty();
    }
    return isThroughput()
        ? Optional.of(1 / (score * baseUnitFactor))
        : isTimePerOperation() ? Optional.of(score * baseUnitFactor) : Optional.empty();
  }
}
