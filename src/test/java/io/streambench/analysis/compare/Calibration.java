package io.streambench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution.Sampler;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * Counts how often {@link Comparison} is right, found by asking it about sides whose truth is
 * known: pairs that are the same, and pairs of which the second has lost a part of its throughput.
 *
 * <p>A fork's score is lognormal with the coefficient of variation between forks, and each of its
 * iterations scatters about it lognormally: the iteration's mean is what {@code Comparison} gets,
 * as from a file.
 *
 * @param pairs how many of each kind
 * @param forks on each side
 * @param cv coefficient of variation between forks, 0.05 for 5 %
 * @param loss of the second side where there is one, 0.1 for 10 %
 * @param iterations of each fork
 * @param iterationCv coefficient of variation between the iterations of a fork
 * @param threshold that the comparison is asked with; 0 for none
 * @param seed of the random numbers
 */
record Calibration(
    int pairs,
    int forks,
    double cv,
    double loss,
    int iterations,
    double iterationCv,
    double threshold,
    long seed) {

  /** Asks. Takes about a millisecond for two pairs of ten forks. */
  CalibrationResult run() {
    Comparison comparison = new Comparison(threshold, new Bootstrap());
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    Sampler fork = lognormal(cv, random);
    Sampler iteration = lognormal(iterationCv, random);
    CalibrationResult result = new CalibrationResult(pairs, 0, 0, 0);
    for (int i = 0; i < pairs; i++) {
      Judgement same = judge(comparison, side(1, fork, iteration), side(1, fork, iteration));
      Judgement lost = judge(comparison, side(1, fork, iteration), side(1 - loss, fork, iteration));
      result = result.and(same, lost, 1 - loss);
    }
    return result;
  }

  private static Judgement judge(Comparison comparison, Sample one, Sample other) {
    return comparison
        .judge(Better.HIGHER, Layout.INTERLEAVED, one, List.of(Optional.of(other)))
        .get(0);
  }

  private Sample side(double level, Sampler fork, Sampler iteration) {
    List<Fork> measured = new ArrayList<>(forks);
    for (int f = 0; f < forks; f++) {
      double forkLevel = level * fork.sample();
      List<Double> scores = new ArrayList<>(iterations);
      for (int i = 0; i < iterations; i++) {
        scores.add(forkLevel * iteration.sample());
      }
      measured.add(new Fork(scores));
    }
    return Sample.of(measured);
  }

  private static Sampler lognormal(double cv, UniformRandomProvider random) {
    if (cv == 0) {
      return () -> 1;
    }
    return LogNormalDistribution.of(0, Math.sqrt(Math.log1p(cv * cv))).createSampler(random);
  }
}
