package io.streambench.strategy;

import java.util.OptionalLong;

/**
 * The budget that all clients of this JVM share: direct memory is the JVM's, and so is its end. The
 * first who asks says how much it is.
 */
public final class JvmBudget {
  /** The part of the direct memory that it is unless somebody says otherwise. */
  public static final int PART = 4;

  private static UnreadBudget budget;

  private JvmBudget() {}

  /**
   * The one budget.
   *
   * @param bytes of direct memory; empty for a quarter of what the JVM may use
   */
  public static synchronized UnreadBudget get(OptionalLong bytes) {
    if (budget == null) {
      budget = new UnreadBudget(bytes.orElseGet(() -> DirectMemory.limitBytes() / PART));
    }
    return budget;
  }

  /** The one budget, of a quarter of the direct memory if nobody asked before. */
  public static UnreadBudget get() {
    return get(OptionalLong.empty());
  }
}
