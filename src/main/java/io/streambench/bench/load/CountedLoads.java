package io.streambench.bench.load;

import io.streambench.config.LoadRate;
import io.streambench.results.LoadFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of one fork's loads, one after the other, and their cost for the client. */
final class CountedLoads {
  /** This part of a load that goes on for a time does not count: not all threads are busy yet. */
  private static final double SETTLING = 0.25;

  private static final double LONGEST_SETTLING = 2;

  private final List<LoadCounter> counted = new ArrayList<>();
  private volatile LoadCounter current = new LoadCounter();
  private LoadCounter last = new LoadCounter();
  private boolean currentCounted;
  private final LoadCounter all = new LoadCounter();
  private ClientMeter meter;
  private ClientMeter.Cost cost = new ClientMeter.Cost(0, 0, 0, 0);

  /** A load begins. Its seconds are 0 if it ends when all is sent. */
  synchronized void begins(boolean measured, double seconds) {
    // Made before the heap is measured: what counts belongs to both sides of it.
    LoadCounter counter = new LoadCounter();
    currentCounted = measured;
    if (measured && meter == null) {
      meter = new ClientMeter();
    }
    if (seconds > 0) {
      double settling = Math.min(LONGEST_SETTLING, SETTLING * seconds);
      counter =
          new LoadCounter(
              System.nanoTime() + nanos(settling), nanos(Math.max(0.001, seconds - settling)));
    }
    current = counter;
  }

  private static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  /** The counter that all threads share for the load that has begun. */
  LoadCounter current() {
    return current;
  }

  /** The load has ended on all threads. */
  synchronized void ends() {
    last = current;
    if (currentCounted) {
      counted.add(last);
      cost = meter.end();
    }
    all.add(last);
  }

  /** Returns whether a load was more than a warm-up. */
  synchronized boolean measured() {
    return !counted.isEmpty();
  }

  synchronized LoadCounter last() {
    return last;
  }

  /** The requests of all loads, warm-up included. */
  synchronized LoadCounter all() {
    return all;
  }

  /** The sum of the loads that count. */
  synchronized LoadFile file(int inFlight, LoadRate rate, int connections) {
    LoadCounter sum = new LoadCounter();
    counted.forEach(sum::add);
    Map<String, String> parts = new TreeMap<>();
    sum.parts().forEach((name, part) -> parts.put(name, LoadFile.encoded(part)));
    return new LoadFile(
        rate.perSecond().isPresent() ? 0 : inFlight,
        sum.succeeded() + sum.failed(),
        sum.failuresByKind(),
        counted.stream().mapToDouble(LoadCounter::seconds).sum(),
        connections,
        cost.heapBeforeBytes(),
        cost.heapAfterBytes(),
        (double) cost.allocatedBytes() / Math.max(1, sum.allSent()),
        cost.cpu(),
        LoadFile.encoded(sum.latencies()),
        parts,
        sum.bytesSent(),
        sum.bytesReceived(),
        rate.perSecond().orElse(0),
        sum.behindMillis());
  }
}
