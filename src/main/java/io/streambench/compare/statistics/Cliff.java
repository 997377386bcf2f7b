package io.streambench.compare.statistics;

import io.streambench.base.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Max;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Min;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * The point at which a curve steps up or down from one level to another. The step is the split that
 * minimizes the squared deviations of the logarithms from the mean of each side (D. V. Hinkley,
 * "Inference about the Change-Point in a Sequence of Random Variables", Biometrika 57, 1970).
 *
 * <p>The confidence comes from resampling the forks of every point: it is the share of resamples
 * that place the step at the same point. The same forks always give the same result.
 *
 * <p>Every curve can be split in two, so a cliff also requires that both sides are level. A level
 * side has at least two points, because a single point may be an outlier. The logarithms of its
 * points differ by at most {@value #MAX_FLAT_DEVIATION} of the step. (On a steady slope of ten
 * points they differ by 0.8 of it.)
 *
 * @param lastFlatIndex index of the last point before the step
 * @param ratio level after the step divided by the level before it; a level is the geometric mean
 *     of its points
 * @param ratioInterval 95 % bootstrap interval of the ratio; with one fork per point, the ratio
 *     itself
 * @param confidence from 0 to 1; empty with one fork per point
 * @param flatShare share of resamples in which both sides are level
 */
public record Cliff(
    int lastFlatIndex,
    double ratio,
    Interval ratioInterval,
    OptionalDouble confidence,
    double flatShare) {
  private static final double MAX_FLAT_DEVIATION = 0.5;
  private static final double MIN_CONFIDENCE = 0.95;
  private static final double TAIL_PROBABILITY = 0.025;

  /** Finds the step of a curve with at least two points, each given by the scores of its forks. */
  public static Cliff of(List<Sample> points) {
    Step step = Step.find(Resampling.medians(points));
    List<Step> drawn = Resampling.of(points).stream().map(Step::find).toList();
    if (drawn.isEmpty()) {
      Interval alone = new Interval(step.ratio(), step.ratio());
      return new Cliff(
          step.lastIndex(),
          step.ratio(),
          alone,
          OptionalDouble.empty(),
          step.hasFlatSides() ? 1 : 0);
    }
    double[] ratios = drawn.stream().mapToDouble(Step::ratio).sorted().toArray();
    long same = drawn.stream().filter(other -> other.lastIndex() == step.lastIndex()).count();
    long flat = drawn.stream().filter(Step::hasFlatSides).count();
    int low = (int) (TAIL_PROBABILITY * ratios.length);
    return new Cliff(
        step.lastIndex(),
        step.ratio(),
        new Interval(ratios[low], ratios[ratios.length - 1 - low]),
        OptionalDouble.of((double) same / ratios.length),
        (double) flat / ratios.length);
  }

  /** Returns whether the levels differ by this factor or more, up or down, with 95 % confidence. */
  public boolean isAtLeast(double factor) {
    return flatShare >= MIN_CONFIDENCE
        && (ratioInterval.low() >= factor || ratioInterval.high() <= 1 / factor);
  }

  private record Step(int lastIndex, double ratio, boolean hasFlatSides) {

    static Step find(double[] values) {
      double[] logs = Arrays.stream(values).map(Math::log).toArray();
      int end = logs.length;
      Step best = null;
      double least = Double.POSITIVE_INFINITY;
      for (int split = 1; split < end; split++) {
        double squares = squaredDeviations(logs, 0, split) + squaredDeviations(logs, split, end);
        if (squares < least) {
          least = squares;
          double before = Mean.ofRange(logs, 0, split).getAsDouble();
          double change = Mean.ofRange(logs, split, end).getAsDouble() - before;
          double most = MAX_FLAT_DEVIATION * Math.abs(change);
          boolean flat = isFlat(logs, 0, split, most) && isFlat(logs, split, end, most);
          best = new Step(split - 1, Math.exp(change), flat);
        }
      }
      return best;
    }

    private static double squaredDeviations(double[] values, int from, int to) {
      return (to - from) * Variance.ofRange(values, from, to).setBiased(true).getAsDouble();
    }

    private static boolean isFlat(double[] values, int from, int to, double maxDeviation) {
      double min = Min.ofRange(values, from, to).getAsDouble();
      return to - from > 1 && Max.ofRange(values, from, to).getAsDouble() - min <= maxDeviation;
    }
  }
}
