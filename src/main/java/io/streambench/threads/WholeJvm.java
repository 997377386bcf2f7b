package io.streambench.threads;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the threads of a dump show together.
 *
 * @param deadlock threads that wait for one another, each for a lock that the next one holds; empty
 *     if there are none
 * @param contended the lock for which most threads wait
 * @param busyPools Jetty's pools without a free thread, the largest first
 */
public record WholeJvm(
    Set<Sign> signs,
    List<LockWait> deadlock,
    Optional<ContendedLock> contended,
    List<BusyPool> busyPools) {
  /** What a stack or the name of a thread shows of its program. */
  public enum Sign {
    SOLR,
    /** A node of Solr; a program that uses SolrJ is none. */
    SOLR_NODE,
    /** A client that can speak HTTP/2; its threads stay while it has nothing to do. */
    HTTP_CLIENT,
    /** Jetty, or a thread that waits for several connections, as every client of HTTP/2 needs. */
    NETWORK
  }

  /** A thread that waits for a lock, and the thread that has it; empty if that is not known. */
  public record LockWait(String thread, String lock, String holder) {}

  /**
   * A lock for which threads wait.
   *
   * @param holder the thread that has it; empty if the dump does not show it
   * @param holderDoes the frame that it is in, outside the JDK
   */
  public record ContendedLock(String lock, String holder, String holderDoes, int waiting) {}

  /** A pool that is used up: what most of its threads do, as the frame that they are in. */
  public record BusyPool(String name, int threads, String most, int doThat) {}

  /** Nothing is known. */
  public static final WholeJvm UNKNOWN =
      new WholeJvm(Set.of(), List.of(), Optional.empty(), List.of());

  public WholeJvm {
    signs = signs.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(signs));
    deadlock = List.copyOf(deadlock);
    busyPools = List.copyOf(busyPools);
  }
}
