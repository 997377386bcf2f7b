package io.streambench.bench.settings;

import io.streambench.base.TextFormat;
import io.streambench.base.Values;

/**
 * The added round-trip time and the limited bandwidth between every node and its clients.
 *
 * @param rttMillis milliseconds added to the real round-trip time between a client and a node
 * @param bandwidthMbps megabits per second in each direction, shared by all connections to a node;
 *     0 for no limit
 */
public record Distance(double rttMillis, double bandwidthMbps) {
  /** No added distance, as between clients and nodes on one machine. */
  public static final Distance NONE = new Distance(0, 0);

  static Distance of(GivenParameters given) {
    return new Distance(
        given.get(BenchmarkParameters.RTT_MILLIS),
        given.get(BenchmarkParameters.BANDWIDTH_MBPS).orElse(0));
  }

  public String describe() {
    return TextFormat.of("a round trip of %s ms more", Values.formatPlain(rttMillis))
        + (bandwidthMbps > 0
            ? TextFormat.of(", %s Mbit/s each way", Values.formatPlain(bandwidthMbps))
            : "");
  }

  public boolean isPresent() {
    return rttMillis > 0 || bandwidthMbps > 0;
  }
}
