package io.streambench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;

/**
 * Tells work in proportion to its input from work that grows with the square of it. It compares
 * processor time of this thread in one run, which does not depend on what else a machine does.
 */
public final class InProportion {
  private static final int TIMES = 8;

  /** Half-way, in powers, from {@value #TIMES} to the square of it. */
  private static final double MOST = 22.6;

  /** Work that takes less on an input of many thousand parts does nothing for each pair of them. */
  private static final long LITTLE_NANOS = 100_000_000;

  private static final int TRIES = 3;

  /** Work on an input of that size. */
  @FunctionalInterface
  public interface Work {
    void on(int size) throws Exception;
  }

  private InProportion() {}

  /** Fails if an input of that size takes much more than eight times an eighth of it. */
  public static void check(String what, int size, Work work) throws Exception {
    int part = size / TIMES;
    work.on(part); // to warm up
    long small = Math.min(nanos(work, part), nanos(work, part));
    long whole = nanos(work, size);
    for (int i = 1; i < TRIES && whole > LITTLE_NANOS && whole > MOST * small; i++) {
      whole = Math.min(whole, nanos(work, size));
    }
    assertThat((double) whole)
        .as("%s: processor time in ns at %,d; at %,d: %,d", what, size, part, small)
        .isLessThan(Math.max(LITTLE_NANOS, MOST * small));
  }

  private static long nanos(Work work, int size) throws Exception {
    long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    work.on(size);
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun;
  }
}
