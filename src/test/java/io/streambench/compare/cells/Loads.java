package io.streambench.compare.cells;

import io.streambench.bench.load.LoadFile;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Creates loads as a fork might have recorded them. */
public final class Loads {
  private Loads() {}

  /** Returns the latencies of a thousand requests that all took the given time. */
  public static Histogram equalLatencies(double nanos) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount((long) nanos, 1000);
    return latencies;
  }

  /** Returns a closed loop of which only the end-to-end latencies are known. */
  public static LoadFile of(
      int inFlight,
      long requests,
      Map<String, Long> failures,
      double seconds,
      Histogram latenciesNanos) {
    return new LoadFile(
        inFlight,
        requests,
        failures,
        seconds,
        4,
        1,
        10_000_000,
        5000,
        0.5,
        LoadFile.encode(latenciesNanos),
        Map.of(),
        0,
        0,
        0,
        0);
  }
}
