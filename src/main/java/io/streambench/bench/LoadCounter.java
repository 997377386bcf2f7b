package io.streambench.bench;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What the requests of one thread came to. Written by that thread, read when it has ended. */
final class LoadCounter {
  /** Three digits are enough to tell a difference of 0.1 %. */
  private static final int DIGITS = 3;

  private final Histogram latencies = new Histogram(DIGITS);
  private final Map<String, Long> failures = new TreeMap<>();
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  /** A request that ended well. */
  void succeeded(long startNanos, long endNanos) {
    record(startNanos, endNanos);
  }

  /** A request that did not. */
  void failed(long startNanos, long endNanos, String kind) {
    record(startNanos, endNanos);
    failures.merge(kind, 1L, Long::sum);
  }

  private void record(long startNanos, long endNanos) {
    latencies.recordValue(Math.max(0, endNanos - startNanos));
    firstNanos = Math.min(firstNanos, startNanos);
    lastNanos = Math.max(lastNanos, endNanos);
  }

  long requests() {
    return latencies.getTotalCount();
  }

  long failures() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Adds what another thread has counted, which has ended. */
  void add(LoadCounter other) {
    latencies.add(other.latencies);
    other.failures.forEach((kind, count) -> failures.merge(kind, count, Long::sum));
    firstNanos = Math.min(firstNanos, other.firstNanos);
    lastNanos = Math.max(lastNanos, other.lastNanos);
  }

  Histogram latencies() {
    return latencies;
  }

  Map<String, Long> failuresByKind() {
    return failures;
  }

  /** From the first request to the end of the last; 0 without any. */
  double seconds() {
    return requests() == 0 ? 0 : (lastNanos - firstNanos) / 1e9;
  }
}
