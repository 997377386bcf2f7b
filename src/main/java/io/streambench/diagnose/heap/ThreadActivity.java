package io.streambench.diagnose.heap;

import java.util.Set;

/**
 * The activity of a JVM's threads, observed before or after a heap dump.
 *
 * @param nanos duration of the observation; 0 if there was none
 * @param idle identifiers of threads that did not run during the observation
 * @param moved identifiers of threads that ran or ended during the observation
 * @param unchanged identifiers of connections whose state was the same in an earlier dump
 */
public record ThreadActivity(long nanos, Set<Long> idle, Set<Long> moved, Set<String> unchanged) {
  /** The activity if the JVM was not observed, for example on another machine. */
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
