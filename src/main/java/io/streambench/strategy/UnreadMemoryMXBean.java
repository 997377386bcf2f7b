package io.streambench.strategy;

/** The memory that unread answers take in this JVM, in bytes. */
public interface UnreadMemoryMXBean {
  /** The most that is counted ({@code streambench.directMemoryBudget}). */
  long getBudgetBytes();

  /** What unread answers count as now; they hold at most twice as much direct memory. */
  long getUnreadBytes();

  /** Connections with open streams. */
  int getSessions();

  /** The smallest window that one of them has announced for its streams; 0 if there is none. */
  int getSmallestStreamWindowBytes();

  /** Direct memory of this JVM in use, by whomever. */
  long getDirectBytes();

  /** Direct memory that this JVM may use. */
  long getDirectLimitBytes();
}
