package io.streambench.strategy;

/** The memory held by unread responses in this JVM, in bytes. */
public interface UnreadMemoryMXBean {
  /** Returns the budget for unread responses ({@code streambench.directMemoryBudget}). */
  long getBudgetBytes();

  /** Returns the size of the network buffers that hold unread responses. */
  long getUnreadBytes();

  /** Returns the memory that open streams may still need. */
  long getExpectedBytes();

  /** Returns the number of sessions that wait for WINDOW_UPDATE credit because memory is low. */
  int getWaitingSessions();
}
