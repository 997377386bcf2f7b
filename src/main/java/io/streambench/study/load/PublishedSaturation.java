package io.streambench.study.load;

import java.util.List;

/**
 * A published sweep of three operations over their concurrency, as it was printed; source: see
 * {@code docs/studies.md}. Latencies are in milliseconds; a read and a write are of about 1.2 MB.
 *
 * @param concurrency requests in flight
 * @param combinedGbitPerSecond both directions together
 */
record PublishedSaturation(
    int concurrency,
    double lookupP50,
    double lookupP99,
    double readP50,
    double readP99,
    double writeP50,
    double writeP99,
    double combinedGbitPerSecond) {
  /** All rows that were printed. */
  static final List<PublishedSaturation> ROWS =
      List.of(
          new PublishedSaturation(1, 5.74, 10.44, 23.24, 38.81, 40.20, 63.14, 0.65),
          new PublishedSaturation(10, 5.58, 15.50, 27.86, 53.19, 41.47, 78.92, 5.75),
          new PublishedSaturation(20, 8.67, 35.54, 44.96, 98.45, 49.18, 94.76, 8.18),
          new PublishedSaturation(50, 14.13, 88.52, 124.12, 407.27, 72.95, 200.69, 10.45),
          new PublishedSaturation(200, 81.28, 489.85, 504.41, 1240.36, 212.54, 654.68, 12.85));
}
