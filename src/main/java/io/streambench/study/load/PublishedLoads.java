package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import java.util.List;

/**
 * The published figures of loads that this project repeats, as they were printed; sources: see
 * {@code docs/studies.md}. Latencies that were not printed are NaN.
 */
public final class PublishedLoads {
  private static final double NOT_PRINTED = Double.NaN;

  /**
   * The load with at most 100 streams a connection, 100 requests in flight and 50,000 small writes.
   */
  public static final LoadFigures MAX_CONCURRENT_STREAMS_100 =
      LoadFigures.of(
          "100 streams",
          100,
          37_450.73,
          new Latencies(2.67, 0.18, 2.62, NOT_PRINTED, 3.25, 4.12, 9.16, 12.00),
          1);

  /** The same load with at most 250 streams a connection. */
  public static final LoadFigures MAX_CONCURRENT_STREAMS_250 =
      LoadFigures.of(
          "250 streams",
          100,
          37_092.65,
          new Latencies(6.72, 0.29, 6.43, NOT_PRINTED, 8.95, 10.18, 29.19, 31.16),
          1);

  /** The same writes, one at a time. */
  public static final LoadFigures SINGLE_REQUEST =
      LoadFigures.of(
          "one at a time",
          1,
          8_917.61,
          new Latencies(0.1120, 0.0778, 0.1090, NOT_PRINTED, 0.1424, 0.1655, 0.2790, 1.35),
          1);

  private PublishedLoads() {}

  /** Those of the study of the stream limit, ascending. */
  public static List<LoadFigures> maxConcurrentStreams() {
    return List.of(MAX_CONCURRENT_STREAMS_100, MAX_CONCURRENT_STREAMS_250);
  }
}
