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

  private static final double MAX_RTT_MILLIS = 10_000;
  private static final double MIN_MBPS = 0.1;
  private static final double MAX_MBPS = 100_000;
  private static final String RTT = "rttMillis";
  private static final String MBPS = "bandwidthMbps";

  /** A distance with this round-trip time and unlimited bandwidth. */
  public static Distance ofMillis(double rttMillis) {
    return new Distance(rttMillis, OptionalDouble.empty());
  }

  public Distance withMbps(double megabitsPerSecond) {
    return new Distance(rttMillis, OptionalDouble.of(megabitsPerSecond));
  }

  static Distance of(GivenParameters given) {
    String rtt = given.values().getOrDefault(RTT, "0");
    Distance unlimited = ofMillis(Values.number(RTT, rtt, 0, MAX_RTT_MILLIS, ""));
    return given
        .unless("unlimited", MBPS)
        .map(text -> Values.number(MBPS, text, MIN_MBPS, MAX_MBPS, "'unlimited' or "))
        .map(unlimited::withMbps)
        .orElse(unlimited);
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
