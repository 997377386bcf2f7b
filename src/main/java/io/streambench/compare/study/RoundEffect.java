package io.streambench.compare.study;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.table.RoundedFormat;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.LogRatio;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.FlowControlKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.distribution.FDistribution;
import org.openjdk.jmh.annotations.Mode;

/**
 * A test of whether the rounds of a study differ. It is an analysis of variance of the logarithms
 * of the times per operation, with cells and rounds as factors and one fork per combination. The
 * result does not predict the rounds of another study.
 *
 * @param pValue p-value of Fisher's F-test for the hypothesis that rounds do not differ
 * @param firstRoundRatio time in the first round divided by the time in later rounds, averaged over
 *     the cells
 */
record RoundEffect(int cellCount, int roundCount, double pValue, LogRatio firstRoundRatio) {
  /** Tests the timed cells that completed in every round. Returns empty if there are too few. */
  static Optional<RoundEffect> of(StudyResults results) {
    double[][] logs =
        cellsInEveryRound(results).stream().map(RoundEffect::logTimes).toArray(double[][]::new);
    return logs.length < 2 ? Optional.empty() : Optional.of(of(logs));
  }

  private static List<CellFigures> cellsInEveryRound(StudyResults results) {
    List<CellFigures> timed =
        results.cells().stream()
            .filter(cell -> !results.order().timing(cell.cell()).hasSingleShots())
            .toList();
    int last =
        timed.stream()
            .flatMap(cell -> cell.outcomes().stream())
            .mapToInt(CellOutcome::round)
            .max()
            .orElse(0);
    List<Integer> all = IntStream.rangeClosed(1, last).boxed().toList();
    return timed.stream()
        .filter(
            cell ->
                last > 1 && cell.hasOnlyCompletedForks() && cell.completedForks().size() == last)
        .filter(cell -> cell.completedForks().stream().allMatch(Fork::hasUsableScores))
        .filter(cell -> cell.outcomes().stream().map(CellOutcome::round).toList().equals(all))
        .toList();
  }

  /** Returns the logarithms of a cell's times by round; a throughput is converted to a time. */
  private static double[] logTimes(CellFigures cell) {
    boolean rate = cell.outcomes().get(0).mode().equals(Mode.Throughput.shortLabel());
    return cell.completedForks().stream()
        .mapToDouble(fork -> (rate ? -1 : 1) * Math.log(fork.score()))
        .toArray();
  }

  /**
   * Tests whether rounds differ.
   *
   * @param logs logarithms of times by cell and round, at least two of each
   */
  static RoundEffect of(double[][] logs) {
    int cells = logs.length;
    int rounds = logs[0].length;
    double between = 0;
    double rest = 0;
    for (int round = 0; round < rounds; round++) {
      int index = round;
      double[] effects =
          Arrays.stream(logs)
              .mapToDouble(cell -> cell[index] - Mean.of(cell).getAsDouble())
              .toArray();
      double effect = Mean.of(effects).getAsDouble();
      between += cells * effect * effect;
      rest += Arrays.stream(effects).map(own -> (own - effect) * (own - effect)).sum();
    }
    double f = between * (cells - 1) / rest;
    return new RoundEffect(
        cells,
        rounds,
        Double.isNaN(f)
            ? 1
            : FDistribution.of(rounds - 1, (rounds - 1.0) * (cells - 1)).survivalProbability(f),
        LogRatio.of(
            Arrays.stream(logs).mapToDouble(cell -> differenceFromOthers(cell, 0)).toArray()));
  }

  /** Returns the difference between one value and the mean of all other values. */
  private static double differenceFromOthers(double[] logs, int index) {
    return (logs[index] - Mean.of(logs).getAsDouble()) * logs.length / (logs.length - 1);
  }

  /**
   * Returns the time of the first fork on each shared cluster, relative to the other forks of its
   * cell. A slow first fork may not show as a difference between rounds, because the other cells of
   * its round run on a warm cluster.
   */
  static Optional<LogRatio> firstForkRatio(StudyResults results) {
    Map<CellOutcome, CellFigures> cells = new HashMap<>();
    results.cells().forEach(cell -> cell.outcomes().forEach(outcome -> cells.put(outcome, cell)));
    List<CellFigures> complete = cellsInEveryRound(results);
    Set<Object> warmClusters = new HashSet<>();
    double[] logs =
        results.studyFile().outcomes().stream()
            .filter(outcome -> outcome.outcome() != Outcome.FAILED && cells.containsKey(outcome))
            .filter(
                outcome ->
                    sharedCluster(cells.get(outcome).cell())
                        .map(
                            cluster ->
                                Map.entry(
                                    cells.get(outcome).hasFreshNodes() ? outcome.round() : 0,
                                    cluster))
                        .filter(warmClusters::add)
                        .isPresent())
            .filter(outcome -> complete.contains(cells.get(outcome)))
            .mapToDouble(
                outcome -> differenceFromOthers(logTimes(cells.get(outcome)), outcome.round() - 1))
            .toArray();
    return logs.length < 2 ? Optional.empty() : Optional.of(LogRatio.of(logs));
  }

  /**
   * Returns the cluster that all forks of a cell share, if any. Cells that differ only in their
   * strategy share a cluster.
   */
  static Optional<ClusterRequest> sharedCluster(StudyCell cell) {
    Map<String, String> known = new HashMap<>(Benchmarks.defaultParameters(cell.benchmark()));
    known.keySet().retainAll(Set.of(FlowControlKind.PARAMETER_NAME, "copiedBy"));
    try {
      return StudyOrder.sharedCluster(cell.withParameters(known), Map.of()).map(ClusterRequest::of);
    } catch (SettingException e) {
      return Optional.empty(); // measured with options that no longer exist
    }
  }

  static List<String> describe(StudyResults results) {
    List<String> sentences = new ArrayList<>();
    of(results).map(RoundEffect::sentence).ifPresent(sentences::add);
    boolean unmeasured =
        results.studyFile().discarded().stream().anyMatch(outcome -> outcome.round() == 0);
    firstForkRatio(results)
        .map(
            first ->
                TextFormat.of(
                    "The first %sfork on each of %d clusters took %s times as long as the later"
                        + " ones of its cell.",
                    unmeasured ? "measured " : "", first.forks(), ratioText(first)))
        .ifPresent(sentences::add);
    return sentences;
  }

  private static String ratioText(LogRatio ratio) {
    return RoundedFormat.ratio(ratio.ratio(), ratio.interval(Comparison.SIGNIFICANCE_LEVEL));
  }

  String sentence() {
    return TextFormat.of(
        "%s (F test of the log times, p %s, %d cells in %d rounds). Round 1 took %s times as long"
            + " as the later ones.",
        pValue < Comparison.SIGNIFICANCE_LEVEL ? "Rounds differ" : "No evidence that rounds differ",
        RoundedFormat.pValue(pValue),
        cellCount,
        roundCount,
        ratioText(firstRoundRatio));
  }
}
