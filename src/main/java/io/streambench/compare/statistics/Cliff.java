package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The step at which a curve changes from one level to another: the split that minimizes the squared
 * deviations from the means of both sides (D. V. Hinkley, "Inference about the Change-Point in a
 * Sequence of Random Variables", Biometrika 57, 1970), of the logarithms, since a step of a score
 * is a ratio.
 *
 * <p>Its confidence comes from resampling the forks of every point: the share of resamples with the
 * step at the same place, and the interval of its size. With one fork per point, there is neither.
 * The same forks always give the same result.
 *
 * <p>Any curve can be split into two means. It is a cliff only if both sides are level: each has at
 * least two points, since a single point may be an outlier, and its medians differ by no more than
 * {@value #MAX_FLAT_DEVIATION} of the step (in logarithms). On a slope they differ by 0.8 of it.
 *
 * @param lastFlatIndex index of the last point before the step
 * @param ratio level after the step divided by the level before it, each the geometric mean of its
 *     points
 * @param ratioInterval 95 % bootstrap interval of the ratio; the ratio itself without replication
 * @param confidence from 0 to 1; empty without replication
 * @param flatShare share of resamples in which both sides are levels; 1 or 0 without replication
 */
public record Cliff(
    int lastFlatIndex,
    double ratio,
    Interval ratioInterval,
    OptionalDouble confidence,
    double flatShare) {
  private static final double MAX_FLAT_DEVIATION = 0.5;
  private static final double MIN_CONFIDENCE = 0.95;
  private static final double TAIL = 0.025;

  /** Finds the step from the forks' scores at each of at least two points, in their order. */
  public static Cliff of(List<Sample> points) {
    if (points.size() < 2) {
      throw new IllegalArgumentException("a step needs two points, not " + points.size());
    }
    Step step = Step.find(Resampling.medians(points));
    List<Step> drawn = Resampling.of(points).stream().map(Step::find).toList();
    if (drawn.isEmpty()) {
      Interval alone = new Interval(step.ratio(), step.ratio());
      return new Cliff(
          step.lastIndex(), step.ratio(), alone, OptionalDouble.empty(), step.flat() ? 1 : 0);
    }
    double[] ratios = drawn.stream().mapToDouble(Step::ratio).sorted().toArray();
    long same = drawn.stream().filter(one -> one.lastIndex() == step.lastIndex()).count();
    long flat = drawn.stream().filter(Step::flat).count();
    int low = (int) (TAIL * ratios.length);
    return new Cliff(
        step.lastIndex(),
        step.ratio(),
        new Interval(ratios[low], ratios[ratios.length - 1 - low]),
        OptionalDouble.of((double) same / ratios.length),
        (double) flat / ratios.length);
  }

  /** Returns whether two levels differ by at least this factor, with 95 % confidence. */
  public boolean isAtLeast(double factor) {
    return flatShare >= MIN_CONFIDENCE
        && (ratioInterval.low() >= factor || ratioInterval.high() <= 1 / factor);
  }

  /** A split of a curve into two levels; with loops, since each resample tries every split. */
  private record Step(int lastIndex, double ratio, boolean flat) {

    static Step find(double[] values) {
      double[] logs = Arrays.stream(values).map(Math::log).toArray();
      Step best = null;
      double least = Double.POSITIVE_INFINITY;
      for (int last = 0; last < logs.length - 1; last++) {
        double before = mean(logs, 0, last + 1);
        double behind = mean(logs, last + 1, logs.length);
        double squares =
            sumOfSquares(logs, 0, last + 1, before)
                + sumOfSquares(logs, last + 1, logs.length, behind);
        if (squares < least) {
          least = squares;
          double most = MAX_FLAT_DEVIATION * Math.abs(behind - before);
          boolean flat =
              isFlat(logs, 0, last + 1, most) && isFlat(logs, last + 1, logs.length, most);
          best = new Step(last, Math.exp(behind - before), flat);
        }
      }
      return best;
    }

    private static boolean isFlat(double[] values, int from, int to, double most) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
      return to - from > 1 && max - min <= most;
    }

    private static double mean(double[] values, int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += values[i];
      }
      return sum / (to - from);
    }

    private static double sumOfSquares(double[] values, int from, int to, double mean) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += (values[i] - mean) * (values[i] - mean);
      }
      return sum;
    }
  }
}
