package io.streambench.config;

import java.util.OptionalDouble;

/**
 * The added round-trip time and the limited bandwidth between every node and its clients.
 *
 * @param rttMillis milliseconds added to the real round-trip time, from a client's byte to a node's
 *     immediate answer
 * @param bandwidthMbps megabits per second in each direction, shared by all connections to a node;
 *     empty for no limit
 */
public record Distance(double rttMillis, OptionalDouble bandwidthMbps) {
  /** No added distance, as between clients and nodes on one machine. */
  public static final Distance NONE = ofMillis(0);

  /** A distance with this round-trip time and unlimited bandwidth. */
  public static Distance ofMillis(double rttMillis) {
    return new Distance(rttMillis, OptionalDouble.empty());
  }

  public Distance withMbps(double megabitsPerSecond) {
    return new Distance(rttMillis, OptionalDouble.of(megabitsPerSecond));
  }

  static Distance of(GivenParameters given) {
    return new Distance(
        given.get(BenchmarkParameters.RTT_MILLIS), given.get(BenchmarkParameters.BANDWIDTH_MBPS));
  }

  public String describe() {
    return Text.of("a round trip of %s ms more", Values.plain(rttMillis))
        + (bandwidthMbps.isPresent()
            ? Text.of(", %s Mbit/s each way", Values.plain(bandwidthMbps.getAsDouble()))
            : "");
  }

  public boolean present() {
    return rttMillis > 0 || bandwidthMbps.isPresent();
  }
}
