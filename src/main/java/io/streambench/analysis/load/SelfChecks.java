package io.streambench.analysis.load;

import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds values in a load's figures that cannot be, or that make them figures of something else. */
public final class SelfChecks {
  /** Part by which the requests in flight may differ from throughput times latency. */
  public static final double LITTLE_TOLERANCE = 0.05;

  /** The change from one load to the next below which two values are called the same. */
  private static final double CHANGE = 0.05;

  /** Part of its processors from which on the generator itself may have been the limit. */
  public static final double BUSY = 0.98;

  /** The longest delay, in milliseconds, in a schedule that is kept. */
  private static final double LATE_MILLIS = 10;

  private SelfChecks() {}

  /** A sentence with the numbers for everything that was found; none if all is well. */
  public static List<String> of(LoadFigures load) {
    List<String> flags = new ArrayList<>();
    little(load, flags);
    order("end to end", load.whole(), flags);
    load.parts().forEach((name, part) -> order(name, part, flags));
    load.parts().forEach((name, part) -> within(name, part, load.whole(), flags));
    if (load.success() < 1) {
      flags.add(Text.of("%.3f %% of the requests succeeded", 100 * load.success()));
    }
    if (load.generatorCpu() >= BUSY) {
      flags.add(
          Text.of(
              "the generator was busy for %.0f %% of the time: it may have been the limit",
              100 * load.generatorCpu()));
    }
    if (load.behindMillis() > LATE_MILLIS) {
      flags.add(
          Text.of("the generator was up to %,.0f ms behind its schedule", load.behindMillis()));
    }
    return flags;
  }

  /**
   * Compares each load of a sweep with the one before. Flags throughput that grows by a factor more
   * than 5 % above that of the requests in flight, and a part whose P50 falls where that of the
   * whole rises, each by more than 5 %: one of the two was not measured as it should be.
   */
  public static List<String> ofSweep(List<LoadFigures> ascending) {
    List<String> flags = new ArrayList<>();
    for (int i = 1; i < ascending.size(); i++) {
      LoadFigures before = ascending.get(i - 1);
      LoadFigures here = ascending.get(i);
      outgrows(before, here, flags);
      for (Map.Entry<String, Latencies> part : here.parts().entrySet()) {
        Latencies earlier = before.parts().get(part.getKey());
        if (earlier != null) {
          falls(part.getKey(), before, here, earlier.p50(), part.getValue().p50(), flags);
        }
      }
    }
    return flags;
  }

  /** Twice as many in flight can bring twice the throughput, and not more: the first was cold. */
  private static void outgrows(LoadFigures before, LoadFigures here, List<String> flags) {
    double more = (double) here.inFlight() / before.inFlight();
    double faster = here.requestsPerSecond() / before.requestsPerSecond();
    if (before.inFlight() > 0 && more > 1 && faster > more * (1 + CHANGE)) {
      flags.add(
          Text.of(
              "from %s to %s the throughput grows %.1f-fold, but the requests in flight only"
                  + " %.1f-fold: the first load was not warm",
              before.label(), here.label(), faster, more));
    }
  }

  private static void falls(
      String name,
      LoadFigures before,
      LoadFigures here,
      double partBefore,
      double part,
      List<String> flags) {
    double wholeBefore = before.whole().p50();
    double whole = here.whole().p50();
    if (part < partBefore * (1 - CHANGE) && whole > wholeBefore * (1 + CHANGE)) {
      flags.add(
          Text.of(
              "from %s to %s the P50 of %s falls from %.3f to %.3f ms, but the end-to-end P50 rises"
                  + " from %.3f to %.3f ms",
              before.label(), here.label(), name, partBefore, part, wholeBefore, whole));
    }
  }

  private static void little(LoadFigures load, List<String> flags) {
    if (load.inFlight() == 0) {
      return; // at a given rate as many are in flight as it takes
    }
    double observed = load.inFlightByLittle();
    if (Math.abs(observed / load.inFlight() - 1) > LITTLE_TOLERANCE) {
      flags.add(
          Text.of(
              "Little's law: %,.2f requests/s with a mean of %.2f ms give %,.1f in flight, but %,d"
                  + " were intended",
              load.requestsPerSecond(), load.whole().mean(), observed, load.inFlight()));
    }
  }

  private static void order(String name, Latencies latencies, List<String> flags) {
    String lowerName = "";
    double lower = Double.NEGATIVE_INFINITY;
    for (Map.Entry<String, Double> next : latencies.ascending().entrySet()) {
      if (next.getValue() < lower) {
        flags.add(
            Text.of(
                "%s: %s is %.2f ms, but %s is lower: %.2f ms",
                name, lowerName, lower, next.getKey(), next.getValue()));
      }
      lowerName = next.getKey();
      lower = next.getValue();
    }
    if (latencies.mean() < latencies.min() || latencies.mean() > latencies.max()) {
      flags.add(
          Text.of(
              "%s: the mean is %.2f ms, which is not between min and max (%.2f to %.2f ms)",
              name, latencies.mean(), latencies.min(), latencies.max()));
    }
  }

  private static void within(String name, Latencies part, Latencies whole, List<String> flags) {
    Map<String, Double> all = whole.ascending();
    part.ascending()
        .forEach(
            (percentile, value) -> {
              Double limit = all.get(percentile);
              if (limit != null && value > limit) {
                flags.add(
                    Text.of(
                        "%s: %s is %.2f ms, more than the end-to-end value of %.2f ms",
                        name, percentile, value, limit));
              }
            });
  }
}
