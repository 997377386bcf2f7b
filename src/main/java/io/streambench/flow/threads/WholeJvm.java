package io.streambench.flow.threads;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Findings about a JVM from all threads of a dump.
 *
 * @param deadlock threads that wait for each other, each for a lock that the next one holds; empty
 *     if none do
 * @param contended the lock for which the most threads wait
 * @param busyPools pools of a server without a free thread, the largest first
 */
public record WholeJvm(
    Set<Sign> signs,
    List<LockWait> deadlock,
    Optional<ContendedLock> contended,
    List<BusyPool> busyPools) {
  /** Properties of a program that a stack or a thread name shows. */
  public enum Sign {
    SOLR,
    /** A Solr node, as opposed to a program that uses SolrJ. */
    SOLR_NODE,
    JETTY_CLIENT,
    /** An HTTP/2 client other than Jetty's. Clients have threads even while they are idle. */
    HTTP_CLIENT,
    /** Jetty, or a thread that waits for several connections, as every HTTP/2 client has. */
    NETWORK,
    /** The JVM uses virtual threads, which most dumps do not show. */
    VIRTUAL_THREADS
  }

  /** A thread that waits for a lock, and the holder of the lock; the holder is empty if unknown. */
  public record LockWait(String thread, String lock, String holder) {}

  /**
   * A lock for which threads wait.
   *
   * @param holder the thread that holds it; empty if the dump does not show it
   * @param lastHolder the thread that the holder waits for, through one or more locks; empty if the
   *     holder waits for no known thread
   * @param activity the first frame outside the JDK of the last holder, or else of the holder
   */
  public record ContendedLock(
      String lock, String holder, String lastHolder, String activity, int waiting) {}

  /** A pool without a free thread, and the frame that most of its threads are in. */
  public record BusyPool(String name, int threads, String mostCommonActivity, int sameActivity) {}

  public WholeJvm {
    signs = signs.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(signs));
    deadlock = List.copyOf(deadlock);
    busyPools = List.copyOf(busyPools);
  }
}
