package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;

/**
 * One direction of the simulated link to a node, which all connections to the node share. The link
 * calculates when bytes arrive, based on the time that the caller passes. Thread-safe.
 */
final class Link {
  private static final double NANO_BITS_PER_BYTE = 8e9;
  private static final int MAX_CHUNK_BYTES = 16 * 1024;

  /** The TCP payload of a full Ethernet frame. */
  private static final int MIN_CHUNK_BYTES = 1460;

  private static final double MAX_CHUNK_NANOS = 1e6;

  private final long delayNanos;
  private final double nanosPerByte;

  /** The time when the link becomes free, with fractions of a nanosecond. */
  private double nextFreeNanos = Double.NEGATIVE_INFINITY;

  /** The times when the last bit of a chunk departs and arrives. */
  record ChunkTimes(long departureNanos, long arrivalNanos) {}

  /** Creates one direction of a link. With unlimited bandwidth, bytes depart immediately. */
  Link(Distance distance) {
    delayNanos = (long) Math.ceil(distance.rttMillis() * 1e6 / 2);
    nanosPerByte =
        distance.bandwidthMbps() > 0 ? NANO_BITS_PER_BYTE / (distance.bandwidthMbps() * 1e6) : 0;
  }

  /**
   * Sends a chunk after all earlier chunks. Returns its departure and arrival times.
   *
   * @param bytes length of the chunk; 0 for an event without data, such as a connection's end
   * @param nowNanos time when the link has received the complete chunk
   */
  synchronized ChunkTimes send(int bytes, long nowNanos) {
    nextFreeNanos = Math.max(nextFreeNanos, nowNanos) + bytes * nanosPerByte;
    long departureNanos = (long) Math.ceil(nextFreeNanos);
    return new ChunkTimes(departureNanos, departureNanos + delayNanos);
  }

  /**
   * Returns the size of a chunk: the bytes that the link sends in a millisecond, within limits. A
   * larger chunk would make other connections wait longer.
   */
  int chunkBytes() {
    return (int)
        Math.max(MIN_CHUNK_BYTES, Math.min(MAX_CHUNK_BYTES, MAX_CHUNK_NANOS / nanosPerByte));
  }
}
