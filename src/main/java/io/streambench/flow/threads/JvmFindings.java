package io.streambench.flow.threads;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Findings about a JVM as a whole, from all threads of a dump.
 *
 * @param deadlock threads that wait for each other, each for a lock that the next thread holds;
 *     empty if there is no deadlock
 * @param mostContendedLock the lock for which the most threads wait; empty if no thread waits
 * @param busyPools server thread pools without a free thread, the largest first
 */
public record JvmFindings(
    Set<JvmTrait> traits,
    List<LockWait> deadlock,
    Optional<ContendedLock> mostContendedLock,
    List<BusyPool> busyPools) {
  /** Properties of a JVM that its stacks, thread names or heap section show. */
  public enum JvmTrait {
    SOLR,
    /** A Solr node, as opposed to a program that uses SolrJ. */
    SOLR_NODE,
    JETTY_CLIENT,
    /** An HTTP/2 client other than Jetty's, which has threads even while it is idle. */
    HTTP_CLIENT,
    /** Jetty, or a thread that waits on several connections, as in every HTTP/2 client. */
    NETWORK,
    /** The JVM uses virtual threads, which most dumps do not show. */
    VIRTUAL_THREADS,
    /** The serial collector's old generation is almost full, and cannot grow. */
    FULL_SERIAL_HEAP
  }

  /** A thread that waits for a lock, and the holder of the lock; the holder is empty if unknown. */
  public record LockWait(String thread, String lock, String holder) {}

  /**
   * A lock for which threads wait.
   *
   * @param holder the thread that holds the lock; empty if the dump does not show the holder
   * @param lastHolder the last thread in the chain of waits that starts with the holder; empty if
   *     the holder does not wait for another thread
   * @param activity the current frame of the last thread in the chain, outside the JDK if possible
   */
  public record ContendedLock(
      String lock, String holder, String lastHolder, String activity, int waitingThreads) {}

  /** A thread pool without a free thread, and the most common frame of its threads. */
  public record BusyPool(
      String name, int threads, String mostCommonActivity, int sameActivityThreads) {}

  public JvmFindings {
    traits = traits.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(traits));
    deadlock = List.copyOf(deadlock);
    busyPools = List.copyOf(busyPools);
  }
}
