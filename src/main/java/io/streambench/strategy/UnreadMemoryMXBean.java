package io.streambench.strategy;

/** The memory that unread answers take in this JVM, in bytes. */
public interface UnreadMemoryMXBean {
  /** What streams that are read may have on their way ({@code streambench.directMemoryBudget}). */
  long getBudgetBytes();

  /** What unread answers count as now; they hold at most twice as much direct memory. */
  long getUnreadBytes();

  /** Direct memory of this JVM in use, by whomever. */
  long getDirectBytes();

  /** Direct memory that this JVM may use. */
  long getDirectLimitBytes();
}
