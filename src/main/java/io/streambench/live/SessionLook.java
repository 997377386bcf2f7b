package io.streambench.live;

import java.util.Set;

/**
 * A client session at one moment, in bytes.
 *
 * @param window what the other end may still send on all streams together
 * @param level read and not given back as window yet; below 0 what was given in advance
 * @param largest the session window when nothing is unread
 * @param streams identifiers of the open streams
 * @param empty how many of these have no data to read, and may still get some
 * @param arrived what the connection has received so far
 */
public record SessionLook(
    int window, int level, int largest, Set<Integer> streams, int empty, long arrived) {
  public SessionLook {
    streams = Set.copyOf(streams);
  }

  /** Received and not read, or lost by streams that were closed early. */
  public long unread() {
    return (long) largest - window - level;
  }

  /** Given in advance, for data that is not read yet. */
  public long advanced() {
    return Math.max(0, -(long) level);
  }

  /** What was read between another look and this one. */
  public long readSince(SessionLook before) {
    return Math.max(0, arrived - before.arrived - unread() + before.unread());
  }
}
