package io.streambench.analysis.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction: with several contenders in a cell, the chance that any of them is called
 * different by chance stays what it is for one. (S. Holm, "A Simple Sequentially Rejective Multiple
 * Test Procedure", Scandinavian Journal of Statistics 6, 1979.)
 */
final class Holm {
  private Holm() {}

  /** Each p, made larger by what looking several times costs; in the order in which they came. */
  static double[] adjusted(double[] p) {
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] adjusted = new double[p.length];
    double least = 0;
    for (int step = 0; step < p.length; step++) {
      least = Math.max(least, Math.min(1, p[ascending[step]] * (p.length - step)));
      adjusted[ascending[step]] = least;
    }
    return adjusted;
  }
}
