package io.streambench.analysis.load;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of one load.
 *
 * @param inFlight requests that were to be in flight at the same time; 0 where a rate decides
 * @param requestsPerSecond requests that succeeded, by the time that all took together
 * @param whole latencies end to end
 * @param parts latencies of parts of a request, by name, none of which can take longer
 * @param success from 0 to 1
 * @param generatorCpu part of its processors that the generator used, from 0 to 1; NaN if not known
 * @param behindMillis how far the generator was behind its schedule at worst; 0 without a schedule
 */
public record LoadFigures(
    String label,
    int inFlight,
    double requestsPerSecond,
    Latencies whole,
    Map<String, Latencies> parts,
    double success,
    double generatorCpu,
    double behindMillis) {
  public LoadFigures {
    parts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /** A closed loop of which nothing more is known than latencies end to end. */
  public static LoadFigures of(
      String label, int inFlight, double requestsPerSecond, Latencies whole, double success) {
    return new LoadFigures(
        label, inFlight, requestsPerSecond, whole, Map.of(), success, Double.NaN, 0);
  }

  /** Mean number of requests that were in flight, by Little's law. */
  public double inFlightByLittle() {
    return requestsPerSecond * whole.mean() / 1000;
  }
}
