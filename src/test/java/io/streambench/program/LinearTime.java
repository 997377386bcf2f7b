package io.streambench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;

/**
 * Checks that the time for some work grows in proportion to its input, not with its square. The
 * check compares the processor time of this thread, which other work on the machine does not
 * affect.
 */
public final class LinearTime {
  private static final int SIZE_RATIO = 8;

  /**
   * The largest accepted ratio of the times, halfway (on a logarithmic scale) between {@value
   * #SIZE_RATIO} and its square.
   */
  private static final double MAX_TIME_RATIO = 22.6;

  /** Work on a large input that takes less time than this cannot be quadratic. */
  private static final long NEGLIGIBLE_NANOS = 100_000_000;

  private static final int ATTEMPTS = 3;

  /** The work to measure, on an input of a given size. */
  @FunctionalInterface
  public interface Work {
    void run(int size) throws Exception;
  }

  private LinearTime() {}

  /**
   * Checks that the work takes not much more than eight times as long as on an eighth of the input.
   */
  public static void check(String description, int size, Work work) throws Exception {
    int part = size / SIZE_RATIO;
    work.run(part); // warm-up
    long small = Math.min(measureNanos(work, part), measureNanos(work, part));
    long whole = measureNanos(work, size);
    for (int i = 1;
        i < ATTEMPTS && whole > NEGLIGIBLE_NANOS && whole > MAX_TIME_RATIO * small;
        i++) {
      whole = Math.min(whole, measureNanos(work, size));
    }
    assertThat((double) whole)
        .as("%s: processor time in ns at %,d; at %,d: %,d", description, size, part, small)
        .isLessThan(Math.max(NEGLIGIBLE_NANOS, MAX_TIME_RATIO * small));
  }

  private static long measureNanos(Work work, int size) throws Exception {
    long startNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    work.run(size);
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startNanos;
  }
}
