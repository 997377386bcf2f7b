package io.streambench.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What the requests of a load came to. All threads share one, so that its size does not grow with
 * their number: the heap of the client is measured, too. Latencies are those of requests that
 * succeeded.
 */
final class LoadCounter {
  /** Three digits are enough to tell a difference of 0.1 %. */
  static final int DIGITS = 3;

  private final Histogram latencies = new ConcurrentHistogram(DIGITS);
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
  private final LongAccumulator firstNanos = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator lastNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** A request that ended well. */
  void succeeded(long startNanos, long endNanos) {
    latencies.recordValue(Math.max(0, endNanos - startNanos));
    ended(startNanos, endNanos);
  }

  /** A request that did not. */
  void failed(long startNanos, long endNanos, String kind) {
    failures.computeIfAbsent(kind, k -> new LongAdder()).increment();
    ended(startNanos, endNanos);
  }

  private void ended(long startNanos, long endNanos) {
    firstNanos.accumulate(startNanos);
    lastNanos.accumulate(endNanos);
  }

  /** Requests that succeeded. */
  long succeeded() {
    return latencies.getTotalCount();
  }

  /** Requests that failed. */
  long failed() {
    return failures.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Of requests that succeeded, in nanoseconds; not to be changed. */
  Histogram latencies() {
    return latencies;
  }

  /** How many failed, by kind. */
  Map<String, Long> failuresByKind() {
    Map<String, Long> counts = new TreeMap<>();
    failures.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  /** From the first request to the end of the last; 0 without any. */
  double seconds() {
    return succeeded() + failed() == 0 ? 0 : (lastNanos.get() - firstNanos.get()) / 1e9;
  }
}
