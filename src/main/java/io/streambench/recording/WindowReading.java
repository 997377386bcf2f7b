package io.streambench.recording;

/**
 * The parts of a window of Jetty's, read while others change it.
 *
 * @param unreadBytes received and not consumed
 * @param unacknowledgedBytes consumed, and no credit given yet
 */
public record WindowReading(int unreadBytes, int unacknowledgedBytes) {
  /** Nothing is unread, and all is credited. */
  public static final WindowReading NOTHING = new WindowReading(0, 0);

  private static final int ATTEMPTS = 100;
  private static final int SPINS = 100;

  /** Reads a number of Jetty's. */
  public interface Count {
    int read();
  }

  /**
   * Reads window and level at one moment. When credit is given, the level loses it and then the
   * window gains it: so both have to be found unchanged a little later.
   *
   * @param largest what the window is when nothing lies unread and all is credited
   */
  public static WindowReading of(int largest, Count window, Count level) {
    int oldWindow = window.read();
    int oldLevel = level.read();
    for (int attempt = 1; ; attempt++) {
      for (int spin = 0; spin < SPINS; spin++) {
        Thread.onSpinWait();
      }
      int newLevel = level.read();
      int newWindow = window.read();
      if (newWindow == oldWindow && newLevel == oldLevel || attempt == ATTEMPTS) {
        return new WindowReading(Math.max(0, largest - newWindow - newLevel), newLevel);
      }
      oldWindow = newWindow;
      oldLevel = newLevel;
    }
  }
}
