package io.streambench.strategy;

/** The memory that unread answers take in this JVM, in bytes. */
public interface UnreadMemoryMXBean {
  /** What they may hold ({@code streambench.directMemoryBudget}). */
  long getBudgetBytes();

  /** What they hold now: the network buffers in which they lie. */
  long getUnreadBytes();

  /** What open streams may still bring. */
  long getExpectedBytes();

  /** The sessions that work as without the repair, since memory is short. */
  int getWaitingSessions();

  /** Direct memory of this JVM in use, by whomever. */
  long getDirectBytes();

  /** Direct memory that this JVM may use. */
  long getDirectLimitBytes();
}
