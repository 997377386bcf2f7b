package io.streambench.release;

import io.streambench.live.SessionLook;

/**
 * How much credit may be given in advance. Whatever arrives for it, and is not read, must fit at
 * the worst price into three quarters of the direct memory, and into half of what the machine or
 * the container has left.
 *
 * @param limitBytes the direct memory that the JVM may use
 */
record Credit(long limitBytes) {
  /** A frame of the usual size for each of four streams; less is not worth a WINDOW_UPDATE. */
  private static final int LEAST_BYTES = 4 << 14;

  /** A read of one TCP segment, 1,448 bytes on Ethernet, keeps a buffer of 16 KiB. */
  private static final int WORST_PRICE = 12;

  /** So much unread data of a session more, and its level would not fit into an int. */
  private static final int MOST_ADVANCED = 1 << 30;

  /**
   * Returns the bytes that may be given now, or 0.
   *
   * @param usedBytes direct memory in use
   * @param leftBytes memory that the machine or the container has left
   * @param pendingBytes what may still arrive for credit that was given
   */
  int allowed(long usedBytes, long leftBytes, long pendingBytes) {
    long free = Math.min(limitBytes / 4 * 3 - usedBytes, leftBytes / 2);
    long allowed = free / WORST_PRICE - pendingBytes;
    return allowed < LEAST_BYTES ? 0 : (int) Math.min(allowed, MOST_ADVANCED);
  }

  /** Returns the first credit, which shows whether the other end uses it. */
  static int first(SessionLook look) {
    return Math.min(LEAST_BYTES, look.largest() / 2);
  }

  /** Returns whether a session is to be looked at more closely. */
  static boolean isLow(int window, int largest) {
    return window < largest / 4;
  }

  /** Returns what fills a session's window to a half, or 0 as long as a quarter of it is left. */
  static int wanted(SessionLook look) {
    boolean needed = isLow(look.window(), look.largest()) && look.empty() > 0;
    return needed && look.advanced() < MOST_ADVANCED
        ? look.largest() / 2 - Math.max(0, look.window())
        : 0;
  }
}
