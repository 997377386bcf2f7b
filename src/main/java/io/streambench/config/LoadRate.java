package io.streambench.config;

import java.util.OptionalDouble;

/**
 * The pace of a load. In a closed loop, a thread sends its next request when it has the answer to
 * the previous one. A slow system is therefore asked less. In an open loop, every request has a
 * moment at which it is due, independent of earlier requests. Its latency counts from that moment,
 * so that waiting is not hidden.
 *
 * @param perSecond requests per second of all threads together; empty for a closed loop
 */
public record LoadRate(OptionalDouble perSecond) {
  public static final String NAME = "rate";

  public static final LoadRate CLOSED = new LoadRate(OptionalDouble.empty());

  private static final double LEAST = 0.1;
  private static final double MOST = 1_000_000;

  static LoadRate of(GivenParameters given) {
    return given
        .unless("none", NAME)
        .map(text -> Values.number(NAME, text, LEAST, MOST, "none or "))
        .map(rate -> new LoadRate(OptionalDouble.of(rate)))
        .orElse(CLOSED);
  }
}
