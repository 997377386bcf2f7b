package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;

/**
 * Calculates when bytes arrive in one direction of the link to a node, which all connections to the
 * node share. Has no clock; the caller passes the time. Thread-safe.
 */
final class Link {
  private static final double NANO_BITS_PER_BYTE = 8e9;
  private static final int MAX_CHUNK_BYTES = 16 * 1024;

  /** The TCP payload of a full Ethernet frame. */
  private static final int MIN_CHUNK_BYTES = 1460;

  private static final double CHUNK_NANOS = 1e6;

  private final long delayNanos;
  private final double nanosPerByte;

  /** When the link becomes free. A double keeps fractions of a nanosecond, which add up. */
  private double freeNanos = Double.NEGATIVE_INFINITY;

  /** The times when the last bit of a chunk has been sent, and when it arrives. */
  record Passage(long departureNanos, long arrivalNanos) {}

  /** Creates one direction of a link; if the bandwidth is unlimited, bytes leave at once. */
  Link(Distance distance) {
    delayNanos = (long) Math.ceil(distance.rttMillis() * 1e6 / 2);
    nanosPerByte =
        distance.bandwidthMbps() > 0 ? NANO_BITS_PER_BYTE / (distance.bandwidthMbps() * 1e6) : 0;
  }

  /**
   * Sends a chunk after all earlier ones; returns when the chunk leaves and arrives.
   *
   * @param bytes length of the chunk; 0 for an event without data, such as a connection's end
   * @param nowNanos when the link has received the complete chunk
   */
  synchronized Passage send(int bytes, long nowNanos) {
    freeNanos = Math.max(freeNanos, nowNanos) + bytes * nanosPerByte;
    long departureNanos = (long) Math.ceil(freeNanos);
    return new Passage(departureNanos, departureNanos + delayNanos);
  }

  /**
   * The best size of a chunk: the bytes sent in a millisecond, within limits, so that other
   * connections wait only briefly.
   */
  int chunkBytes() {
    return (int) Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, CHUNK_NANOS / nanosPerByte));
  }
}
