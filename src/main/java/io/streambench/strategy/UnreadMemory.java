package io.streambench.strategy;

/**
 * The memory of unread data as an MBean.
 *
 * @param budget of all clients of this JVM
 */
record UnreadMemory(UnreadBudget budget) implements UnreadMemoryMXBean {
  @Override
  public long getBudgetBytes() {
    return budget.limitBytes();
  }

  @Override
  public long getTakenBytes() {
    return budget.takenBytes();
  }

  @Override
  public long getHeldBytes() {
    return budget.heldBytes();
  }

  @Override
  public long getDirectBytes() {
    return DirectMemory.usedBytes();
  }

  @Override
  public long getDirectLimitBytes() {
    return DirectMemory.limitBytes();
  }
}
