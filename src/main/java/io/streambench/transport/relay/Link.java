package io.streambench.transport.relay;

import io.streambench.config.Distance;
import java.util.OptionalLong;

/**
 * The times at which bytes arrive in one direction of a node's link. All connections of the node
 * send over it, one after the other. Knows no clock: times are nanoseconds of the caller's clock.
 * Thread-safe.
 */
final class Link {
  private static final long NANO_BITS_PER_BYTE = 8_000_000_000L;
  private static final int MAX_CHUNK_BYTES = 16 * 1024;

  /** A packet of Ethernet without its headers. */
  private static final int MIN_CHUNK_BYTES = 1460;

  private static final int CHUNKS_PER_SECOND = 1000;
  private static final int BITS_PER_BYTE = 8;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BITS_PER_MEGABIT = 1e6;

  private final long delayNanos;
  private final OptionalLong bitsPerSecond;

  /**
   * The link is free from this time and a part of a nanosecond that is {@code part /
   * bitsPerSecond}: with whole nanoseconds alone a fast link would get lost in rounding.
   */
  private long freeNanos = Long.MIN_VALUE;

  private long part;

  /**
   * The times at which a chunk is sent and arrives.
   *
   * @param departureNanos when its last bit has been sent
   * @param arrivalNanos when that is at the other end
   */
  record Passage(long departureNanos, long arrivalNanos) {}

  /**
   * @param delayNanos from one end to the other: half of a round trip
   * @param bitsPerSecond empty if bytes leave as soon as they come
   */
  Link(long delayNanos, OptionalLong bitsPerSecond) {
    this.delayNanos = delayNanos;
    this.bitsPerSecond = bitsPerSecond;
  }

  /** One direction of the way to a node that is so far away. */
  static Link over(Distance distance) {
    return new Link(
        Math.round(Math.ceil(distance.rttMillis() * NANOS_PER_MILLI / 2)),
        distance.bandwidthMbps().isPresent()
            ? OptionalLong.of(Math.round(distance.bandwidthMbps().getAsDouble() * BITS_PER_MEGABIT))
            : OptionalLong.empty());
  }

  /**
   * Sends a chunk behind all that was sent before, also when its time is earlier than theirs: two
   * threads may come in another order than they looked at their clocks.
   *
   * @param bytes its length; 0 for news that take no room, as the end of a connection
   * @param nowNanos when the link has all of it
   */
  synchronized Passage send(int bytes, long nowNanos) {
    if (freeNanos < nowNanos) {
      freeNanos = nowNanos;
      part = 0;
    }
    if (bitsPerSecond.isPresent()) {
      long perSecond = bitsPerSecond.getAsLong();
      long nanoBits = Math.addExact(Math.multiplyExact(bytes, NANO_BITS_PER_BYTE), part);
      freeNanos += nanoBits / perSecond;
      part = nanoBits % perSecond;
    }
    long departureNanos = part == 0 ? freeNanos : freeNanos + 1;
    return new Passage(departureNanos, departureNanos + delayNanos);
  }

  /**
   * The best size of a chunk, in bytes: what takes a millisecond, within limits. Data behind it on
   * another connection then has a short wait, as it has between packets.
   */
  int chunkBytes() {
    return bitsPerSecond.isPresent()
        ? (int)
            Math.max(
                MIN_CHUNK_BYTES,
                Math.min(
                    MAX_CHUNK_BYTES, bitsPerSecond.getAsLong() / BITS_PER_BYTE / CHUNKS_PER_SECOND))
        : MAX_CHUNK_BYTES;
  }
}
