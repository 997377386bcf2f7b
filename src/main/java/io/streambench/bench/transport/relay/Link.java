package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.util.OptionalLong;

/**
 * Calculates when bytes arrive in one direction of a node's link, which all its connections share.
 * Has no clock: the caller passes the time. Thread-safe.
 */
final class Link {
  private static final long NANO_BITS_PER_BYTE = 8_000_000_000L;
  private static final int MAX_CHUNK_BYTES = 16 * 1024;

  /** The payload of an Ethernet packet, without headers. */
  private static final int MIN_CHUNK_BYTES = 1460;

  private static final int CHUNKS_PER_SECOND = 1000;
  private static final int BITS_PER_BYTE = 8;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BITS_PER_MEGABIT = 1e6;

  private final long delayNanos;
  private final OptionalLong bitsPerSecond;

  /**
   * When the link becomes free, and the fraction of a nanosecond that rounding would lose on a fast
   * link.
   */
  private long freeNanos = Long.MIN_VALUE;

  private long pendingBits;

  /** The times when the last bit of a chunk has been sent, and when it arrives. */
  record Passage(long departureNanos, long arrivalNanos) {}

  /**
   * A link with this delay, which is half of a round trip; without a bandwidth, bytes leave at
   * once.
   */
  Link(long delayNanos, OptionalLong bitsPerSecond) {
    this.delayNanos = delayNanos;
    this.bitsPerSecond = bitsPerSecond;
  }

  /** One direction of the link to a node at this distance. */
  static Link forDistance(Distance distance) {
    return new Link(
        Math.round(Math.ceil(distance.rttMillis() * NANOS_PER_MILLI / 2)),
        distance.bandwidthMbps() > 0
            ? OptionalLong.of(Math.round(distance.bandwidthMbps() * BITS_PER_MEGABIT))
            : OptionalLong.empty());
  }

  /**
   * Sends a chunk after all earlier chunks, even if its time is earlier.
   *
   * @param bytes its length; 0 for events that take no room, such as the end of a connection
   * @param nowNanos when the link has received the complete chunk
   */
  synchronized Passage send(int bytes, long nowNanos) {
    if (freeNanos < nowNanos) {
      freeNanos = nowNanos;
      pendingBits = 0;
    }
    if (bitsPerSecond.isPresent()) {
      long perSecond = bitsPerSecond.getAsLong();
      long nanoBits = Math.addExact(Math.multiplyExact(bytes, NANO_BITS_PER_BYTE), pendingBits);
      freeNanos += nanoBits / perSecond;
      pendingBits = nanoBits % perSecond;
    }
    long departureNanos = pendingBits == 0 ? freeNanos : freeNanos + 1;
    return new Passage(departureNanos, departureNanos + delayNanos);
  }

  /**
   * The best size of a chunk: the bytes sent in a millisecond, within limits, so that other
   * connections wait only briefly.
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
