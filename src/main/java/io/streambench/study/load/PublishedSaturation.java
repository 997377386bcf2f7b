package io.streambench.study.load;

import java.util.List;

/**
 * A published sweep of three operations over their concurrency, as it was printed; source: see
 * {@code docs/studies.md}.
 *
 * @param concurrency requests in flight
 * @param lookup P50 and P99, in milliseconds
 * @param read of about 1.2 MB
 * @param write of about 1.2 MB
 * @param combinedGbitPerSecond both directions together
 */
public record PublishedSaturation(
    int concurrency,
    Percentiles lookup,
    Percentiles read,
    Percentiles write,
    double combinedGbitPerSecond) {

  /** Two percentiles of the latency, in milliseconds. */
  public record Percentiles(double p50, double p99) {}

  /** All rows that were printed. */
  public static final List<PublishedSaturation> ROWS =
      List.of(
          row(1, 5.74, 10.44, 23.24, 38.81, 40.20, 63.14, 0.65),
          row(10, 5.58, 15.50, 27.86, 53.19, 41.47, 78.92, 5.75),
          row(20, 8.67, 35.54, 44.96, 98.45, 49.18, 94.76, 8.18),
          row(50, 14.13, 88.52, 124.12, 407.27, 72.95, 200.69, 10.45),
          row(200, 81.28, 489.85, 504.41, 1240.36, 212.54, 654.68, 12.85));

  private static PublishedSaturation row(
      int concurrency,
      double lookup50,
      double lookup99,
      double read50,
      double read99,
      double write50,
      double write99,
      double combined) {
    return new PublishedSaturation(
        concurrency,
        new Percentiles(lookup50, lookup99),
        new Percentiles(read50, read99),
        new Percentiles(write50, write99),
        combined);
  }
}
