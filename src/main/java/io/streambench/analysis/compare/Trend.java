package io.streambench.analysis.compare;

import java.util.List;
import java.util.Optional;

/**
 * The trend of scores from iteration to iteration. In a JVM that is not warm, scores go up or down.
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
    Kendall all =
        several.stream()
            .map(fork -> Kendall.of(fork.iterations().stream().mapToDouble(d -> d).toArray()))
            .reduce(Kendall.NONE, Kendall::plus);
    double[] changes = several.stream().mapToDouble(Trend::lastByFirst).toArray();
    return Optional.of(new Trend(all.p(), Sample.of(changes).median() - 1));
  }

  /** Returns whether a reader has to know: the trend is not likely by chance, and more than 2 %. */
  public boolean notable() {
    return p < Comparison.SIGNIFICANCE && Math.abs(change) > WORTH_TELLING;
  }

  private static double lastByFirst(Fork fork) {
    List<Double> scores = fork.iterations();
    return scores.get(scores.size() - 1) / scores.get(0);
  }
}
