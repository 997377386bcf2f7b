package io.streambench.compare.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Bootstrap resampling of a curve: draws the forks of every point with replacement and takes their
 * median. The seed is fixed, so the same forks always give the same result.
 */
final class Resampling {
  private static final int RESAMPLE_COUNT = 2_000;
  private static final long SEED = 0xC11FFL;

  private Resampling() {}

  /** Returns the medians of all points for each resample; empty if no point has several forks. */
  static List<double[]> of(List<Sample> points) {
    if (points.stream().allMatch(point -> point.size() < 2)) {
      return List.of();
    }
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    List<double[]> scores = points.stream().map(Sample::scores).toList();
    return IntStream.range(0, RESAMPLE_COUNT)
        .mapToObj(
            i -> scores.stream().mapToDouble(point -> resampledMedian(point, random)).toArray())
        .toList();
  }

  private static double resampledMedian(double[] scores, UniformRandomProvider random) {
    double[] drawn = new double[scores.length];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = scores[random.nextInt(scores.length)];
    }
    return Sample.of(drawn).median();
  }

  static double[] medians(List<Sample> points) {
    return points.stream().mapToDouble(Sample::median).toArray();
  }
}
