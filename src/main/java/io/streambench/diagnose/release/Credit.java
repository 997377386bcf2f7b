package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;

/**
 * Limits the credit that may be given in advance. Even if no data is read and memory use per byte
 * is at its worst, the data must fit into three quarters of the direct memory and into half of the
 * memory that the machine or container has left.
 *
 * @param limitBytes the direct memory that the JVM may use
 */
record Credit(long limitBytes) {
  /** Four frames of the usual size (16 KiB); a smaller credit is not worth a WINDOW_UPDATE. */
  private static final int MIN_BYTES = 4 << 14;

  /** Memory per byte: one TCP segment (1,448 bytes on Ethernet) may occupy a 16 KiB buffer. */
  private static final int MAX_MEMORY_PER_BYTE = 12;

  /** Maximum credit in advance. With more, Jetty's count of uncredited bytes could overflow. */
  private static final int MAX_ADVANCED_BYTES = 1 << 30;

  /**
   * Returns the bytes that may be credited now, or 0.
   *
   * @param usedBytes direct memory in use
   * @param leftBytes memory that the machine or the container has left
   * @param pendingBytes data that may still arrive for credit given before
   */
  int allowedBytes(long usedBytes, long leftBytes, long pendingBytes) {
    long free = Math.min(limitBytes / 4 * 3 - usedBytes, leftBytes / 2);
    long allowed = free / MAX_MEMORY_PER_BYTE - pendingBytes;
    return allowed < MIN_BYTES ? 0 : (int) Math.min(allowed, MAX_ADVANCED_BYTES);
  }

  /** Returns the number of bytes to grant first, to find out whether the peer uses them. */
  static int firstGrant(SessionSnapshot snapshot) {
    return Math.min(MIN_BYTES, snapshot.largestWindow() / 2);
  }

  /** Returns whether less than a quarter of the session window is left. */
  static boolean isLow(int window, int largest) {
    return window < largest / 4;
  }

  /** Returns bytes to fill the session window to half; 0 if a quarter is left, or if impossible. */
  static int wantedBytes(SessionSnapshot snapshot) {
    boolean needed =
        isLow(snapshot.window(), snapshot.largestWindow()) && snapshot.emptyStreams() > 0;
    return needed && snapshot.advancedBytes() < MAX_ADVANCED_BYTES
        ? snapshot.largestWindow() / 2 - Math.max(0, snapshot.window())
        : 0;
  }
}
