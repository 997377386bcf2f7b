package io.streambench.bench.load;

import io.streambench.bench.load.RequestSource.Response;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * A counter of the requests of a load, which also records the latencies of successful requests. All
 * threads share one counter, so that its size, which is part of the measured heap, does not depend
 * on the number of threads.
 *
 * <p>In a timed load, only requests that end within a time window count. The window excludes the
 * beginning, before the first requests have ended, and the end, when fewer and fewer requests are
 * in flight.
 */
public final class LoadCounter {
  /** Significant digits of a recorded latency; three digits resolve differences of 0.1 %. */
  private static final int SIGNIFICANT_DIGITS = 3;

  private final long windowStartNanos;
  private final long windowNanos;
  private final Histogram latencies = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
  final Map<String, Histogram> latenciesByPart = new ConcurrentHashMap<>();
  final LongAdder bytesSent = new LongAdder();
  final LongAdder bytesReceived = new LongAdder();
  final LongAdder acknowledgedCount = new LongAdder();
  final LongAdder sentCount = new LongAdder();
  private final LongAccumulator maxDelayNanos = new LongAccumulator(Math::max, 0);
  private final Map<String, LongAdder> failuresByCause = new ConcurrentHashMap<>();
  private final LongAccumulator firstDueNanos = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator lastEndNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** The times of one request; in a closed loop, a request is due when it is sent. */
  record RequestTimes(long dueNanos, long sentNanos, long endNanos) {}

  LoadCounter() {
    this(0, 0);
  }

  /**
   * Creates a counter of the requests that end within a time window. If {@code windowNanos} is 0,
   * all requests are counted.
   */
  LoadCounter(long windowStartNanos, long windowNanos) {
    this.windowStartNanos = windowStartNanos;
    this.windowNanos = windowNanos;
  }

  private boolean isInWindow(long endNanos) {
    return windowNanos == 0
        || endNanos - windowStartNanos >= 0 && endNanos - windowStartNanos < windowNanos;
  }

  public void recordSuccess(RequestTimes times, Response response) {
    sentCount.increment();
    acknowledgedCount.increment();
    if (!isInWindow(times.endNanos())) {
      return;
    }
    latencies.recordValue(Math.max(0, times.endNanos() - times.dueNanos()));
    partHistogram(LoadFile.SERVER).recordValue(response.serverNanos());
    partHistogram(LoadFile.TRANSPORT)
        .recordValue(Math.max(0, times.endNanos() - times.sentNanos() - response.serverNanos()));
    if (response.firstByteNanos().isPresent()) {
      partHistogram(LoadFile.FIRST_BYTE)
          .recordValue(Math.max(0, response.firstByteNanos().getAsLong() - times.dueNanos()));
    }
    bytesSent.add(response.bytesSent());
    bytesReceived.add(response.bytesReceived());
    recordEndOfRequest(times);
  }

  private Histogram partHistogram(String name) {
    return latenciesByPart.computeIfAbsent(
        name, key -> new ConcurrentHistogram(SIGNIFICANT_DIGITS));
  }

  public void recordFailure(RequestTimes times, String failureKind) {
    sentCount.increment();
    if (isInWindow(times.endNanos())) {
      failureCount(failureKind).increment();
      recordEndOfRequest(times);
    }
  }

  private void recordEndOfRequest(RequestTimes times) {
    long waited = times.sentNanos() - times.dueNanos();
    if (waited != 0) { // only with a given rate
      maxDelayNanos.accumulate(waited);
      partHistogram(LoadFile.WAITING).recordValue(Math.max(0, waited));
    }
    firstDueNanos.accumulate(times.dueNanos());
    lastEndNanos.accumulate(times.endNanos());
  }

  /** Adds the figures of another load, except for its duration. */
  void add(LoadCounter other) {
    latencies.add(other.latencies);
    other.latenciesByPart.forEach((name, part) -> partHistogram(name).add(part));
    other.failuresByCause.forEach((kind, count) -> failureCount(kind).add(count.sum()));
    bytesSent.add(other.bytesSent.sum());
    bytesReceived.add(other.bytesReceived.sum());
    acknowledgedCount.add(other.acknowledgedCount.sum());
    sentCount.add(other.sentCount.sum());
    maxDelayNanos.accumulate(other.maxDelayNanos.get());
  }

  private LongAdder failureCount(String failureKind) {
    return failuresByCause.computeIfAbsent(failureKind, unseen -> new LongAdder());
  }

  public long succeededCount() {
    return latencies.getTotalCount();
  }

  public long failedCount() {
    return failuresByCause.values().stream().mapToLong(LongAdder::sum).sum();
  }

  public Histogram latencies() {
    return latencies;
  }

  Map<String, Long> failuresByKind() {
    Map<String, Long> counts = new TreeMap<>();
    failuresByCause.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  /**
   * Returns the maximum time in milliseconds between a counted request's scheduled time and its
   * sending.
   */
  double maxDelayMillis() {
    return maxDelayNanos.get() / 1e6;
  }

  /** Returns the length in seconds of the time window or, without a window, of the whole load. */
  public double seconds() {
    if (windowNanos > 0) {
      return windowNanos / 1e9;
    }
    return succeededCount() + failedCount() == 0
        ? 0
        : (lastEndNanos.get() - firstDueNanos.get()) / 1e9;
  }
}
