package io.streambench.strategy;

/** The direct memory that unread data takes, against its budget, in bytes. */
public interface UnreadMemoryMXBean {
  /** What unread data may take beyond the windows that streams begin with. */
  long getBudgetBytes();

  /** What is given away of it: what has come, and what may. */
  long getTakenBytes();

  /** What unread data holds now, that within initial windows included. */
  long getHeldBytes();

  /** Direct memory of this JVM in use, by whomever. */
  long getDirectBytes();

  /** Direct memory that this JVM may use. */
  long getDirectLimitBytes();
}
