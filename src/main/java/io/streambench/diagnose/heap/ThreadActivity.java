package io.streambench.diagnose.heap;

import java.util.Set;

/**
 * The activity of a JVM's threads, observed before or after a heap dump.
 *
 * @param durationNanos duration of the observation; 0 if there was none
 * @param idleThreadIds identifiers of threads that did not run during the observation
 * @param activeThreadIds identifiers of threads that ran or ended during the observation
 * @param unchangedConnections identifiers of connections whose state was the same in an earlier
 *     dump
 */
public record ThreadActivity(
    long durationNanos,
    Set<Long> idleThreadIds,
    Set<Long> activeThreadIds,
    Set<String> unchangedConnections) {
  /** The activity if the JVM was not observed, for example on another machine. */
  public static final ThreadActivity UNKNOWN = new ThreadActivity(0, Set.of(), Set.of(), Set.of());

  boolean wasActive(HeapDumpThread thread) {
    return activeThreadIds.contains(thread.id());
  }

  boolean wasIdle(HeapDumpThread thread) {
    return idleThreadIds.contains(thread.id());
  }

  boolean isUnchanged(HeapSession session) {
    return unchangedConnections.contains(session.connectionKey());
  }
}
