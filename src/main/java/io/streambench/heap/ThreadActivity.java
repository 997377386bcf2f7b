package io.streambench.heap;

import java.util.Set;

/**
 * Evidence from before or after a dump of the same JVM; without what could not be seen.
 *
 * @param nanos for how long it was watched; 0 if it was not
 * @param still identifiers of threads that did not run meanwhile
 * @param moved identifiers of threads that ran, or ended
 * @param unchanged connections that were the same to the byte in another dump that long before
 */
public record ThreadActivity(long nanos, Set<Long> still, Set<Long> moved, Set<String> unchanged) {
  /** Nobody watched: a dump that was made elsewhere. */
  public static final ThreadActivity UNKNOWN = new ThreadActivity(0, Set.of(), Set.of(), Set.of());

  public ThreadActivity {
    still = Set.copyOf(still);
    moved = Set.copyOf(moved);
    unchanged = Set.copyOf(unchanged);
  }

  boolean sawMove(DumpedThread thread) {
    return moved.contains(thread.id());
  }

  boolean sawStill(DumpedThread thread) {
    return still.contains(thread.id());
  }

  boolean sawUnchanged(HeapSession session) {
    return unchanged.contains(session.connection());
  }
}
