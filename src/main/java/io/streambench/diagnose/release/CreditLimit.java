package io.streambench.diagnose.release;

import io.streambench.diagnose.live.SessionSnapshot;

/**
 * Limits the flow-control credit that may be given in advance. Unread data must fit into three
 * quarters of the direct memory. It must also fit into half of the memory left on the machine or in
 * the container.
 *
 * @param limitBytes the direct memory that the JVM may use
 */
record CreditLimit(long limitBytes) {
  /**
   * The minimum credit: four frames of 16 KiB. A smaller credit is not worth a WINDOW_UPDATE frame.
   */
  private static final int MIN_CREDIT_BYTES = 4 << 14;

  /** The maximum memory per byte of data: a TCP segment of 1,448 bytes may occupy 16 KiB. */
  private static final int MAX_MEMORY_PER_BYTE = 12;

  /** The maximum credit in advance; more could overflow Jetty's counter of uncredited bytes. */
  private static final int MAX_ADVANCED_BYTES = 1 << 30;

  /**
   * Returns how many bytes of credit may be given now; 0 if none.
   *
   * @param usedBytes direct memory in use
   * @param leftBytes memory left on the machine or in the container
   * @param pendingBytes data that may still arrive for credit given before
   */
  int allowedBytes(long usedBytes, long leftBytes, long pendingBytes) {
    long free = Math.min(limitBytes / 4 * 3 - usedBytes, leftBytes / 2);
    long allowed = free / MAX_MEMORY_PER_BYTE - pendingBytes;
    return allowed < MIN_CREDIT_BYTES ? 0 : (int) Math.min(allowed, MAX_ADVANCED_BYTES);
  }

  /** Returns the size of the first credit, which tests whether the peer sends data. */
  static int firstGrantBytes(SessionSnapshot snapshot) {
    return Math.min(MIN_CREDIT_BYTES, snapshot.largestWindow() / 2);
  }

  /** Returns whether less than a quarter of the session window is left. */
  static boolean isWindowLow(int window, int largestWindow) {
    return window < largestWindow / 4;
  }

  /** Returns the credit that refills the window to half, or 0 if none is needed or possible. */
  static int refillBytes(SessionSnapshot snapshot) {
    boolean isNeeded =
        isWindowLow(snapshot.window(), snapshot.largestWindow()) && snapshot.emptyStreamCount() > 0;
    return isNeeded && snapshot.advancedBytes() < MAX_ADVANCED_BYTES
        ? snapshot.largestWindow() / 2 - Math.max(0, snapshot.window())
        : 0;
  }
}
