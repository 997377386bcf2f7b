package io.streambench.analysis.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether scores go up or down from iteration to iteration, as they do in a JVM that is not warm.
 *
 * <p>Kendall's test for a trend, with each fork as a season of its own: within every fork the pairs
 * of iterations that rise are counted against those that fall, and the counts of all forks are
 * added up (R. M. Hirsch, J. R. Slack, R. A. Smith, "Techniques of Trend Analysis for Monthly Water
 * Quality Data", Water Resources Research 18, 1982). Differences between forks play no part in it.
 *
 * @param p two-sided, by the normal approximation with a correction for continuity and for ties
 * @param change from the first to the last iteration, median of the forks; 0.1 is 10 % more
 */
public record Trend(double p, double change) {
  private static final double WORTH_TELLING = 0.02;

  /** The trend of these forks; empty if none has two iterations. */
  public static Optional<Trend> of(List<Fork> forks) {
    List<Fork> several = forks.stream().filter(fork -> fork.iterations().size() > 1).toList();
    if (several.isEmpty()) {
      return Optional.empty();
    }
    long rising = 0;
    double variance = 0;
    for (Fork fork : several) {
      rising += rising(fork.iterations());
      variance += variance(fork.iterations());
    }
    double z = variance == 0 ? 0 : Math.max(0, Math.abs(rising) - 1) / Math.sqrt(variance);
    double p = 2 * NormalDistribution.of(0, 1).survivalProbability(z);
    double[] changes = several.stream().mapToDouble(Trend::lastByFirst).toArray();
    return Optional.of(new Trend(Math.min(1, p), Sample.of(changes).median() - 1));
  }

  /** Whether a reader has to know: not likely by chance, and more than 2 %. */
  public boolean notable() {
    return p < Comparison.SIGNIFICANCE && Math.abs(change) > WORTH_TELLING;
  }

  private static double lastByFirst(Fork fork) {
    List<Double> scores = fork.iterations();
    return scores.get(scores.size() - 1) / scores.get(0);
  }

  private static long rising(List<Double> scores) {
    long rising = 0;
    for (int later = 1; later < scores.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        rising += Integer.signum(Double.compare(scores.get(later), scores.get(earlier)));
      }
    }
    return rising;
  }

  private static double variance(List<Double> scores) {
    Map<Double, Integer> equal = new HashMap<>();
    scores.forEach(score -> equal.merge(score, 1, Integer::sum));
    double ties = equal.values().stream().mapToDouble(Trend::term).sum();
    return (term(scores.size()) - ties) / 18;
  }

  private static double term(double n) {
    return n * (n - 1) * (2 * n + 5);
  }
}
