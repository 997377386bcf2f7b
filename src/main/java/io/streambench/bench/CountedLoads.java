package io.streambench.bench;

import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What the loads of one fork came to, one after the other, and what they cost the client. */
final class CountedLoads {
  private final List<LoadCounter> counted = new ArrayList<>();
  private volatile LoadCounter current = new LoadCounter();
  private LoadCounter last = new LoadCounter();
  private boolean currentCounted;
  private long acknowledged;
  private long sent;
  private ClientMeter meter;
  private ClientMeter.Cost cost = new ClientMeter.Cost(0, 0, 0, 0);

  /**
   * A load begins, of which nothing has been sent.
   *
   * @param measured whether it is more than a warm-up
   */
  synchronized void begins(boolean measured) {
    // Before the heap is measured: what counts belongs to both sides of it.
    current = new LoadCounter();
    currentCounted = measured;
    if (measured && meter == null) {
      meter = ClientMeter.begin();
    }
  }

  /** For all threads to count what they send of the load that has begun. */
  LoadCounter current() {
    return current;
  }

  /** The load has ended on all threads. */
  synchronized void ends() {
    last = current;
    acknowledged += last.succeeded();
    sent += last.succeeded() + last.failed();
    if (currentCounted) {
      counted.add(last);
      cost = meter.end();
    }
  }

  /** The load that ended last. */
  synchronized LoadCounter last() {
    return last;
  }

  /** Requests that succeeded, warm-up included. */
  synchronized long acknowledged() {
    return acknowledged;
  }

  /** All requests, warm-up included. */
  synchronized long sent() {
    return sent;
  }

  /**
   * The loads that count, as one.
   *
   * @param inFlight requests that were to be in flight at the same time
   * @param connections that are open
   */
  synchronized LoadFile file(int inFlight, int connections) {
    Histogram latencies = new Histogram(LoadCounter.DIGITS);
    Map<String, Long> failures = new TreeMap<>();
    for (LoadCounter load : counted) {
      latencies.add(load.latencies());
      load.failuresByKind().forEach((kind, count) -> failures.merge(kind, count, Long::sum));
    }
    long requests =
        latencies.getTotalCount() + failures.values().stream().mapToLong(Long::longValue).sum();
    return new LoadFile(
        inFlight,
        requests,
        failures,
        counted.stream().mapToDouble(LoadCounter::seconds).sum(),
        connections,
        cost.heapBeforeBytes(),
        cost.heapAfterBytes(),
        (double) cost.allocatedBytes() / Math.max(1, requests),
        cost.cpu(),
        LoadFile.encoded(latencies));
  }
}
