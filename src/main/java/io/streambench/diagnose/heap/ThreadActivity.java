package io.streambench.diagnose.heap;

import java.util.Set;

/**
 * Observations of a JVM before or after a dump.
 *
 * @param nanos duration of the observation; 0 if there was none
 * @param idle identifiers of threads that did not run during that time
 * @param moved identifiers of threads that ran or ended
 * @param unchanged identifiers of connections whose state was the same in an earlier dump
 */
public record ThreadActivity(long nanos, Set<Long> idle, Set<Long> moved, Set<String> unchanged) {
  /** No observation, as for a dump that was made elsewhere. */
  public static final ThreadActivity UNKNOWN = new ThreadActivity(0, Set.of(), Set.of(), Set.of());

  boolean hasMoved(HeapDumpThread thread) {
    return moved.contains(thread.id());
  }

  boolean wasIdle(HeapDumpThread thread) {
    return idle.contains(thread.id());
  }

  boolean isUnchanged(HeapSession session) {
    return unchanged.contains(session.connection());
  }
}
