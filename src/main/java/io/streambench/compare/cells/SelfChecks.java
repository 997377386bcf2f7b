package io.streambench.compare.cells;

import io.streambench.base.TextFormat;
import io.streambench.bench.load.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/** Checks a load test for figures that are impossible or that show a faulty measurement. */
public final class SelfChecks {
  /**
   * The tolerated relative error of Little's law: requests in flight = throughput times latency.
   */
  private static final double LITTLES_LAW_TOLERANCE = 0.05;

  /** The minimum relative difference between two loads that counts as a change. */
  private static final double MIN_RELATIVE_CHANGE = 0.05;

  /** The CPU utilization at which the load generator may have been the bottleneck. */
  private static final double MIN_BUSY_UTILIZATION = 0.98;

  /** The tolerated delay of the load generator behind its schedule, in milliseconds. */
  private static final double MAX_DELAY_MILLIS = 10;

  private static final List<String> LATENCY_FIGURES =
      List.of("min", "P50", "P90", "P95", "P99", "P99.9", "max");

  private SelfChecks() {}

  /** Returns a sentence for each suspicious figure of a load. */
  public static List<String> checkLoad(LoadFile load) {
    List<String> flags = new ArrayList<>();
    Histogram whole = load.latencies();
    double observed = load.meanInFlight();
    // with a given request rate, the number in flight is not fixed
    if (load.inFlight() > 0 && Math.abs(observed / load.inFlight() - 1) > LITTLES_LAW_TOLERANCE) {
      flags.add(
          TextFormat.of(
              "Little's law: %,.2f requests/s with a mean of %.2f ms give %,.1f in flight, but %,d"
                  + " were intended",
              load.requestsPerSecond(),
              LoadFile.statisticMillis(whole, "mean"),
              observed,
              load.inFlight()));
    }
    for (String name : load.parts().keySet()) {
      Histogram part = load.partLatencies(name).orElseThrow();
      for (String which : LATENCY_FIGURES) {
        double millis = LoadFile.statisticMillis(part, which);
        double most = LoadFile.statisticMillis(whole, which);
        if (millis > most) {
          flags.add(
              TextFormat.of(
                  "%s: %s is %.2f ms, more than the end-to-end value of %.2f ms",
                  name, which, millis, most));
        }
      }
    }
    if (load.successRatio() < 1) {
      flags.add(TextFormat.of("%.3f %% of the requests succeeded", 100 * load.successRatio()));
    }
    if (load.generatorCpu() >= MIN_BUSY_UTILIZATION) {
      flags.add(
          TextFormat.of(
              "the generator was busy for %.0f %% of the time: it may have been the limit",
              100 * load.generatorCpu()));
    }
    if (load.behindMillis() > MAX_DELAY_MILLIS) {
      flags.add(
          TextFormat.of(
              "the generator was up to %,.0f ms behind its schedule", load.behindMillis()));
    }
    return flags;
  }

  /**
   * Compares a load of a sweep with the previous load. Flags throughput that grows by over 5 % more
   * than the requests in flight. Also flags a part of the request whose P50 falls by over 5 %
   * although the total P50 rises by over 5 %. In both cases, one of the two loads was not measured
   * correctly.
   *
   * @param step both loads, as the start of a sentence such as {@code from a to b}
   */
  public static List<String> checkStep(String step, LoadFile previous, LoadFile current) {
    List<String> flags = new ArrayList<>();
    double inFlightRatio = (double) current.inFlight() / previous.inFlight();
    double throughputRatio = current.requestsPerSecond() / previous.requestsPerSecond();
    // Twice the requests in flight can at most double the throughput; if it grows more, the first
    // load was cold.
    if (previous.inFlight() > 0
        && inFlightRatio > 1
        && throughputRatio > inFlightRatio * (1 + MIN_RELATIVE_CHANGE)) {
      flags.add(
          TextFormat.of(
              "%s the throughput grows %.1f-fold, but the requests in flight only %.1f-fold: the"
                  + " first load was not warm",
              step, throughputRatio, inFlightRatio));
    }
    double wholeBefore = LoadFile.statisticMillis(previous.latencies(), "P50");
    double whole = LoadFile.statisticMillis(current.latencies(), "P50");
    Set<String> commonParts = new TreeSet<>(previous.parts().keySet());
    commonParts.retainAll(current.parts().keySet());
    for (String name : commonParts) {
      double partBefore =
          LoadFile.statisticMillis(previous.partLatencies(name).orElseThrow(), "P50");
      double part = LoadFile.statisticMillis(current.partLatencies(name).orElseThrow(), "P50");
      if (part < partBefore * (1 - MIN_RELATIVE_CHANGE)
          && whole > wholeBefore * (1 + MIN_RELATIVE_CHANGE)) {
        flags.add(
            TextFormat.of(
                "%s the P50 of %s falls from %.3f to %.3f ms, but the end-to-end P50 rises from"
                    + " %.3f to %.3f ms",
                step, name, partBefore, part, wholeBefore, whole));
      }
    }
    return flags;
  }
}
