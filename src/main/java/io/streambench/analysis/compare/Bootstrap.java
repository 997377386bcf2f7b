package io.streambench.analysis.compare;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.numbers.arrays.Selection;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Bootstrap intervals of a median and of the ratio of two (B. Efron, R. J. Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 13): forks are drawn from those there are, as many
 * with replacement, 10,000 times, and the interval is what lies between two percentiles.
 *
 * <p>A resample has too little spread, by the factor sqrt((n - 1) / n), and the interval of a mean
 * would be one of Student's t: moving the percentiles outwards by both gives the expanded
 * percentile interval (T. Hesterberg, "What Teachers Should Know About the Bootstrap", The American
 * Statistician 69, 2015). One median needs that: with seven forks the plain interval holds the true
 * one in 88 % of all cases. The ratio of two does not: {@code CalibrationTest} counts 95 % and more
 * for the plain one from five forks on, and 95 % with the first of the two factors for four. BCa
 * would be no better for either: it takes its acceleration from the jackknife, which fails for a
 * median (Efron and Tibshirani, 11.6).
 *
 * <p>The same forks always give the same interval, on any machine, since the random numbers begin
 * the same each time; sides that are swapped give its reciprocal. Not thread-safe.
 */
public final class Bootstrap {
  /** Number of times that forks are drawn anew. */
  public static final int RESAMPLES = 10_000;

  private static final double TAIL = 0.025;
  private static final int FEW = 4;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final long SEED = 0x5EEDL;

  /**
   * The resamples drawn so far, by the number of forks. Only the two ranks in the middle of a
   * resample matter, and they do not depend on the scores.
   */
  private final Map<Integer, Middles> drawn = new HashMap<>();

  private final double[] resampled = new double[RESAMPLES];

  private record Middles(int[] lower, int[] upper) {
    double median(Sample sample, int resample) {
      return (sample.ranked(lower[resample]) + sample.ranked(upper[resample])) / 2;
    }
  }

  /**
   * 95 % interval of the median, of one fork or more. Up to five forks it reaches from the lowest
   * to the highest, and holds the true median less often: it cannot do better (at most 87.5 % of
   * the time with four, 93.75 % with five).
   */
  public Interval median(Sample sample) {
    Middles middles = middles(sample.size());
    for (int i = 0; i < RESAMPLES; i++) {
      resampled[i] = middles.median(sample, i);
    }
    return between(expanded(sample.size()));
  }

  /** 95 % interval of the contender's median by the baseline's. */
  public Interval ratio(Sample baseline, Sample contender) {
    // Two streams of resamples, each used on either side, so that swapping the sides changes
    // nothing.
    Middles baselines = middles(baseline.size());
    Middles contenders = middles(contender.size());
    int half = RESAMPLES / 2;
    for (int i = 0; i < half; i++) {
      resampled[i] = contenders.median(contender, half + i) / baselines.median(baseline, i);
      resampled[half + i] = contenders.median(contender, i) / baselines.median(baseline, half + i);
    }
    return between(ofRatio(Math.min(baseline.size(), contender.size())));
  }

  private Interval between(double tail) {
    int low = (int) (tail * RESAMPLES);
    int high = RESAMPLES - 1 - low;
    Selection.select(resampled, new int[] {low, high});
    return new Interval(resampled[low], resampled[high]);
  }

  private static double expanded(int forks) {
    return forks < 2
        ? TAIL
        : outwards(TDistribution.of(forks - 1.0).inverseCumulativeProbability(TAIL), forks);
  }

  private static double ofRatio(int forks) {
    return forks > FEW || forks < 2
        ? TAIL
        : outwards(NORMAL.inverseCumulativeProbability(TAIL), forks);
  }

  private static double outwards(double quantile, int forks) {
    return NORMAL.cumulativeProbability(quantile * Math.sqrt(forks / (forks - 1.0)));
  }

  private Middles middles(int forks) {
    return drawn.computeIfAbsent(forks, Bootstrap::draw);
  }

  private static Middles draw(int forks) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED + forks);
    Middles middles = new Middles(new int[RESAMPLES], new int[RESAMPLES]);
    int[] times = new int[forks];
    for (int i = 0; i < RESAMPLES; i++) {
      Arrays.fill(times, 0);
      for (int n = 0; n < forks; n++) {
        times[random.nextInt(forks)]++;
      }
      middles.lower[i] = rankAt((forks - 1) / 2, times);
      middles.upper[i] = rankAt(forks / 2, times);
    }
    return middles;
  }

  /** Rank, among the forks, of the fork that is at this place of the ordered resample. */
  private static int rankAt(int place, int[] times) {
    int rank = 0;
    for (int passed = times[0]; passed <= place; passed += times[rank]) {
      rank++;
    }
    return rank;
  }
}
