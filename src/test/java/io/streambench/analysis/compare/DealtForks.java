package io.streambench.analysis.compare;

import io.streambench.analysis.compare.CalibrationResult.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * Counts how often {@link Comparison} calls equals different, asked with forks that were really
 * measured. Forks of one cell are equals. They are dealt to two sides by turns, as a study would
 * have run two contenders, so that drift hits both alike; what does not fill a pair is left over.
 *
 * @param pairs how many pairs of equals there were
 * @param falseAlarms those that were called different
 * @param cv coefficient of variation between the forks of a cell, in the mean of the cells
 * @param iterationCv the same between the iterations of a fork; NaN if each has but one
 */
record DealtForks(int pairs, int falseAlarms, double cv, double iterationCv) {

  /**
   * Asks.
   *
   * @param cells the forks of each cell in the order in which they ran, all of them measured
   * @param forks on each side of a pair
   * @param threshold that the comparison is asked with; 0 for none
   */
  public static DealtForks of(List<List<Fork>> cells, int forks, double threshold) {
    Comparison comparison = new Comparison(threshold, new Bootstrap());
    int pairs = 0;
    int falseAlarms = 0;
    for (List<Fork> cell : cells) {
      for (int from = 0; from + 2 * forks <= cell.size(); from += 2 * forks) {
        pairs++;
        falseAlarms += different(comparison, cell.subList(from, from + 2 * forks)) ? 1 : 0;
      }
    }
    return new DealtForks(pairs, falseAlarms, betweenForks(cells), withinForks(cells));
  }

  private static boolean different(Comparison comparison, List<Fork> both) {
    List<Fork> one = new ArrayList<>();
    List<Fork> other = new ArrayList<>();
    for (int i = 0; i < both.size(); i += 2) {
      one.add(both.get(i));
      other.add(both.get(i + 1));
    }
    // The direction is of no matter here: any difference is a false alarm.
    return comparison
        .judge(
            Better.HIGHER,
            Layout.INTERLEAVED,
            Sample.of(one),
            List.of(Optional.of(Sample.of(other))))
        .get(0)
        .different();
  }

  private static double betweenForks(List<List<Fork>> cells) {
    return cells.stream()
        .filter(cell -> cell.size() > 1)
        .mapToDouble(cell -> variation(cell.stream().map(Fork::score).toList()))
        .average()
        .orElse(Double.NaN);
  }

  private static double withinForks(List<List<Fork>> cells) {
    return cells.stream()
        .flatMap(List::stream)
        .filter(fork -> fork.iterations().size() > 1)
        .mapToDouble(fork -> variation(fork.iterations()))
        .average()
        .orElse(Double.NaN);
  }

  private static double variation(List<Double> values) {
    double[] each = values.stream().mapToDouble(value -> value).toArray();
    return StandardDeviation.of(each).getAsDouble() / Mean.of(each).getAsDouble();
  }

  /** Rate at which equals are called different. */
  public Rate falseAlarmRate() {
    return new Rate(falseAlarms, pairs);
  }
}
