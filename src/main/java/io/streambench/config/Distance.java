package io.streambench.config;

import java.util.OptionalDouble;

/**
 * How far a client is from the nodes.
 *
 * @param rttMillis round-trip time in milliseconds that is added to what there is
 * @param bandwidthMbps megabits a second to each node and from it; empty for no limit
 */
public record Distance(double rttMillis, OptionalDouble bandwidthMbps) {
  /** Where both are on one machine. */
  public static final Distance NONE = new Distance(0, OptionalDouble.empty());

  private static final double MAX_RTT_MILLIS = 10_000;
  private static final double MIN_MBPS = 0.1;
  private static final double MAX_MBPS = 1_000_000;
  private static final String RTT = "rttMillis";
  private static final String BANDWIDTH = "bandwidthMbps";
  private static final String UNLIMITED = "unlimited";

  static Distance of(GivenParameters given) {
    String bandwidth = given.textOr(BANDWIDTH, UNLIMITED).strip();
    return new Distance(
        Values.number(RTT, given.textOr(RTT, "0"), 0, MAX_RTT_MILLIS, ""),
        bandwidth.equals(UNLIMITED)
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                Values.number(BANDWIDTH, bandwidth, MIN_MBPS, MAX_MBPS, "'unlimited' or ")));
  }

  /** One line for people. */
  public String describe() {
    return Text.of("a round trip of %s ms more", Values.plain(rttMillis))
        + (bandwidthMbps.isPresent()
            ? Text.of(", %s Mbit/s each way", Values.plain(bandwidthMbps.getAsDouble()))
            : "");
  }

  /** Whether there is any. */
  public boolean present() {
    return rttMillis > 0 || bandwidthMbps.isPresent();
  }
}
