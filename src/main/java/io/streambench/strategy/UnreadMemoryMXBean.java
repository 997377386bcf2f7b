package io.streambench.strategy;

/** The memory held by unread responses in this JVM. All sizes are in bytes. */
public interface UnreadMemoryMXBean {
  /** The budget for unread responses ({@code streambench.directMemoryBudget}). */
  long getBudgetBytes();

  /** The size of the network buffers that hold unread responses now. */
  long getUnreadBytes();

  /** The memory that open streams may still need. */
  long getExpectedBytes();

  /**
   * The number of sessions that get no more credit than without the repair, because memory is low.
   */
  int getWaitingSessions();
}
