package io.streambench.compare.cells;

import io.streambench.bench.load.LoadFile;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Loads as a fork might have counted them. */
public final class Loads {
  private Loads() {}

  /** A thousand requests that all took that long. */
  public static Histogram thousand(double nanos) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount((long) nanos, 1000);
    return latencies;
  }

  /** A closed loop of which only the latencies end to end are known. */
  public static LoadFile of(
      int inFlight, long requests, Map<String, Long> failures, double seconds, Histogram nanos) {
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
        LoadFile.encode(nanos),
        Map.of(),
        0,
        0,
        0,
        0);
  }
}
