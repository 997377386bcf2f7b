package io.streambench.analysis.curve;

import io.streambench.analysis.compare.Sample;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws the forks of every point of a curve anew, as many with replacement, and gives the medians.
 * Begins the same each time, so that the same forks always give the same answer. Not thread-safe.
 */
final class Resampling {
  /** Number of times that a curve is drawn. */
  static final int TIMES = 2_000;

  private static final long SEED = 0xC11FFL;

  private final List<Sample> points;
  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);

  Resampling(List<Sample> points) {
    this.points = points;
  }

  /** Returns whether there is anything to draw from: one fork a point is always the same. */
  boolean possible() {
    return points.stream().anyMatch(point -> point.size() > 1);
  }

  /** The medians of the forks as they were measured. */
  static double[] medians(List<Sample> points) {
    return points.stream().mapToDouble(Sample::median).toArray();
  }

  double[] next() {
    double[] medians = new double[points.size()];
    for (int p = 0; p < medians.length; p++) {
      double[] scores = points.get(p).scores();
      double[] drawn = new double[scores.length];
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = scores[random.nextInt(scores.length)];
      }
      medians[p] = Sample.of(drawn).median();
    }
    return medians;
  }
}
