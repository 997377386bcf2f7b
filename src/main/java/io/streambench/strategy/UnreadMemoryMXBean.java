package io.streambench.strategy;

/** The direct memory that unread data takes, against its budget, in bytes. */
public interface UnreadMemoryMXBean {
  /** The most that unread data may take beyond the initial windows of streams. */
  long getBudgetBytes();

  /** The part of it that is given away: for data that has come, and for data that may. */
  long getTakenBytes();

  /** The memory that unread data holds now, within initial windows too. */
  long getHeldBytes();

  /** Direct memory of this JVM in use, by whomever. */
  long getDirectBytes();

  /** Direct memory that this JVM may use. */
  long getDirectLimitBytes();
}
