package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;

/** The scores of one side's forks, in the order of their rounds. Immutable. */
public final class Sample {
  private final int[] rounds;
  private final double[] scoresByRound;
  private final double[] sortedScores;

  /** Creates a sample of forks, each with a positive score. The rounds are in ascending order. */
  public Sample(int[] rounds, double... scores) {
    this.rounds = rounds.clone();
    scoresByRound = scores.clone();
    sortedScores = scores.clone();
    Arrays.sort(sortedScores);
    for (int i = 0; i < scores.length; i++) {
      if (!(scores[i] > 0 && Double.isFinite(scores[i]))) {
        throw new IllegalArgumentException("a score is a positive number, not " + scores[i]);
      }
      if (rounds.length != scores.length || i > 0 && rounds[i] <= rounds[i - 1]) {
        throw new IllegalArgumentException("a side has one fork in a round, in their order");
      }
    }
  }

  /** Creates a sample with one positive score per fork, in consecutive rounds from 0. */
  public static Sample of(double... scores) {
    return new Sample(IntStream.range(0, scores.length).toArray(), scores);
  }

  /** Creates a sample of forks, each of which must be {@link Fork#hasUsableScores() measured}. */
  public static Sample of(Collection<Fork> forks) {
    return of(forks.stream().mapToDouble(Fork::score).toArray());
  }

  /** Returns the number of forks. */
  public int size() {
    return sortedScores.length;
  }

  /** Returns a copy of the scores in ascending order. */
  public double[] scores() {
    return sortedScores.clone();
  }

  double[] scoresByRound() {
    return scoresByRound.clone();
  }

  /** Returns the median score, or NaN for an empty sample. */
  public double median() {
    int n = sortedScores.length;
    return n == 0 ? Double.NaN : (sortedScores[(n - 1) / 2] + sortedScores[n / 2]) / 2;
  }

  /** Returns the range from the lowest to the highest score. The sample must not be empty. */
  public Interval range() {
    return new Interval(sortedScores[0], sortedScores[sortedScores.length - 1]);
  }

  double[] logScores() {
    return Arrays.stream(scoresByRound).map(Math::log).toArray();
  }

  /** Returns the logarithms of the scores in the rounds that both samples have. */
  double[] logsOfCommonRounds(Sample other) {
    return IntStream.range(0, size())
        .filter(i -> Arrays.binarySearch(other.rounds, rounds[i]) >= 0)
        .mapToDouble(i -> Math.log(scoresByRound[i]))
        .toArray();
  }
}
