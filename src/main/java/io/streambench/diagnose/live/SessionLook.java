package io.streambench.diagnose.live;

import java.util.Set;

/**
 * A client session at one moment, in bytes.
 *
 * @param window bytes that the other end may still send on all streams together
 * @param level bytes read but not credited yet; negative if credit was given in advance
 * @param largest the session window when nothing is unread
 * @param streams identifiers of the open streams
 * @param empty number of open streams that have no data to read but may still receive some
 * @param arrived bytes that the connection has received so far
 */
public record SessionLook(
    int window, int level, int largest, Set<Integer> streams, int empty, long arrived) {
  public SessionLook {
    streams = Set.copyOf(streams);
  }

  /**
   * Returns whether the two looks saw different states. For the reason see {@link
   * StreamLook#differsFrom}.
   */
  public boolean differsFrom(SessionLook other) {
    return window != other.window
        || level != other.level
        || largest != other.largest
        || empty != other.empty
        || arrived != other.arrived
        || !streams.equals(other.streams);
  }

  /** Bytes received but not read, or lost by streams that were closed early. */
  public long unread() {
    return (long) largest - window - level;
  }

  /** Bytes credited in advance, for data that has not been read yet. */
  public long advanced() {
    return Math.max(0, -(long) level);
  }

  /** Bytes read between an earlier look and this one. */
  public long readSince(SessionLook before) {
    return Math.max(0, arrived - before.arrived - unread() + before.unread());
  }
}
