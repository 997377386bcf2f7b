package io.streambench.diagnose.live;

import java.util.function.IntSupplier;

/** Bytes of a Jetty window that are received but unread, and consumed but not credited. */
record WindowReading(int unreadBytes, int unacknowledgedBytes) {

  private static final int MAX_ATTEMPTS = 100;
  private static final int MAX_SPINS = 100;

  /**
   * Reads window and level consistently: since credit moves from the level to the window, it reads
   * until both are unchanged. {@code largest} is the size of an idle window.
   */
  static WindowReading of(int largest, IntSupplier window, IntSupplier level) {
    int oldWindow = window.getAsInt();
    int oldLevel = level.getAsInt();
    for (int attempt = 1; ; attempt++) {
      for (int spin = 0; spin < MAX_SPINS; spin++) {
        Thread.onSpinWait();
      }
      int newLevel = level.getAsInt();
      int newWindow = window.getAsInt();
      if (newWindow == oldWindow && newLevel == oldLevel || attempt == MAX_ATTEMPTS) {
        return new WindowReading(Math.max(0, largest - newWindow - newLevel), newLevel);
      }
      oldWindow = newWindow;
      oldLevel = newLevel;
    }
  }
}
