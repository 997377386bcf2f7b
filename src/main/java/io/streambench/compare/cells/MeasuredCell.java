package io.streambench.compare.cells;

import static java.math.RoundingMode.HALF_EVEN;

import io.streambench.base.TextFormat;
import io.streambench.compare.cells.JmhResult.Conditions;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Sample;
import io.streambench.flow.rule.Outcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One contender's data for one cell. It may come from many files, for example one per client
 * machine or one per fork.
 *
 * @param unit unit of the scores; null if there are none
 * @param forks all forks, in chronological order if known; NaN scores for an incompatible unit
 * @param nearZeroLimit limit up to which scores count as near zero
 * @param unsuccessfulRuns runs of this cell that stalled or failed
 * @param conditions the circumstances in the files, without duplicates
 * @param timeRanges start and end of each fork, as far as known
 */
public record MeasuredCell(
    Cell cell,
    String unit,
    List<Fork> forks,
    double nearZeroLimit,
    List<CellOutcome> unsuccessfulRuns,
    List<Conditions> conditions,
    List<TimeRange> timeRanges) {
  /** The representation of a cell that a contender's files do not contain. */
  static final MeasuredCell MISSING = of(new Cell("", "", Map.of()), List.of(), List.of());

  static MeasuredCell of(Cell cell, List<JmhResult> unsortedResults, List<CellOutcome> outcomes) {
    List<JmhResult> results = new ArrayList<>(unsortedResults);
    if (unsortedResults.stream().allMatch(result -> result.timeRange().isPresent())) {
      results.sort(Comparator.comparing(result -> result.timeRange().orElseThrow().start()));
    }
    List<Fork> forks = new ArrayList<>();
    String unit = results.isEmpty() ? null : results.get(0).unit();
    double residue = 0;
    for (JmhResult result : results) {
      OptionalDouble factor = Unit.of(result.unit()).factorTo(Unit.of(unit));
      residue = Math.max(residue, result.nearZeroLimit() * factor.orElse(0));
      result.forks().forEach(fork -> forks.add(fork.scaledBy(factor.orElse(Double.NaN))));
    }
    return new MeasuredCell(
        cell,
        unit,
        forks,
        residue,
        outcomes.stream().filter(outcome -> outcome.outcome() != Outcome.COMPLETED).toList(),
        results.stream().map(JmhResult::conditions).distinct().toList(),
        results.stream().flatMap(result -> result.timeRange().stream()).toList());
  }

  boolean isMissing() {
    return equals(MISSING);
  }

  /** Converts the scores to another unit. Returns this cell if the units are incompatible. */
  MeasuredCell convertedTo(String targetUnit) {
    OptionalDouble factor =
        unit == null ? OptionalDouble.empty() : Unit.of(unit).factorTo(Unit.of(targetUnit));
    if (factor.isEmpty() || targetUnit.equals(unit)) {
      return this;
    }
    List<Fork> converted = forks.stream().map(fork -> fork.scaledBy(factor.getAsDouble())).toList();
    return new MeasuredCell(
        cell,
        targetUnit,
        converted,
        nearZeroLimit * factor.getAsDouble(),
        unsuccessfulRuns,
        conditions,
        timeRanges);
  }

  /**
   * Returns whether the forks of two contenders were interleaved. Returns IN_SEQUENCE if any time
   * is unknown.
   */
  Layout layout(MeasuredCell other) {
    boolean allTimed =
        timeRanges.size() == forks.size() && other.timeRanges.size() == other.forks.size();
    return allTimed ? TimeRange.layout(timeRanges, other.timeRanges) : Layout.IN_SEQUENCE;
  }

  /**
   * Returns FAILED if a run failed, otherwise STALLED if a run stalled, even if others completed.
   * For a cell without forks, returns FAILED, or COMPLETED if a metric replaces the score.
   */
  public Outcome outcome() {
    if (unsuccessfulRuns.stream().anyMatch(trouble -> trouble.outcome() == Outcome.FAILED)) {
      return Outcome.FAILED;
    }
    if (!unsuccessfulRuns.isEmpty()) {
      return Outcome.STALLED;
    }
    // a missing metric is not a failure
    return forks.isEmpty() && !cell.hasMetric() ? Outcome.FAILED : Outcome.COMPLETED;
  }

  /** Returns whether this cell was measured and every fork's score is 0 or negligible. */
  boolean isNearZero() {
    return outcome() == Outcome.COMPLETED
        && !forks.isEmpty()
        && forks.stream()
            .allMatch(
                fork -> fork.isZero() || fork.hasUsableScores() && fork.score() <= nearZeroLimit);
  }

  /** Returns the number of forks without a usable score. */
  int unusableForkCount() {
    return isNearZero() ? 0 : (int) forks.stream().filter(fork -> !fork.hasUsableScores()).count();
  }

  double[] scores() {
    return forks.stream().mapToDouble(Fork::score).sorted().toArray();
  }

  /** Explains why there are no scores, such as {@code 1 of 5 runs, stalled in 1}. */
  String detail() {
    if (unsuccessfulRuns.isEmpty()) {
      return incomparableReason();
    }
    long failed = unsuccessfulRuns.stream().filter(run -> run.outcome() == Outcome.FAILED).count();
    long stalled = unsuccessfulRuns.size() - failed;
    String text =
        TextFormat.of(
            "%d of %d run(s)",
            failed > 0 ? failed : stalled, unsuccessfulRuns.size() + forks.size());
    return failed > 0 && stalled > 0 ? text + ", stalled in " + stalled : text;
  }

  private String incomparableReason() {
    if (isMissing()) {
      return "not measured";
    }
    if (forks.isEmpty()) {
      return cell.hasMetric() ? "not measured" : "every run: the files have no score of a fork";
    }
    long zeros = forks.stream().filter(Fork::isZero).count();
    if (isNearZero()) {
      return zeros == forks.size()
          ? "0 in every fork"
          : residueText(nearZeroLimit) + " in every fork";
    }
    return unusableForkCount() > 0
        ? TextFormat.of(
                "without a usable score in %d of %d fork(s)", unusableForkCount(), forks.size())
            + (zeros > 0 ? TextFormat.of(", 0 in %d", zeros) : "")
        : "measured in " + unit;
  }

  /**
   * Returns the largest difference between two sides that may be JMH's own overhead. Does not count
   * JMH's histograms, which both sides have.
   */
  double maxResidueDifference() {
    boolean ofBytes = unit != null && unit.contains("B/");
    return ofBytes ? nearZeroLimit * JmhResult.shareWithoutHistograms(cell) : nearZeroLimit;
  }

  /** Describes a residue by its limit, for example {@code a residue (up to 0.01 B/op)}. */
  public String residueText(double limit) {
    BigDecimal rounded = BigDecimal.valueOf(limit).round(new MathContext(2, HALF_EVEN));
    String plain = rounded.stripTrailingZeros().toPlainString();
    return TextFormat.of("a residue (up to %s %s)", plain, unit);
  }

  /** Returns the scores if every fork completed with a usable score in this unit. */
  Optional<Sample> sample(String expectedUnit) {
    boolean usable =
        outcome() == Outcome.COMPLETED
            && unusableForkCount() == 0
            && !forks.isEmpty()
            && !isNearZero();
    return usable && expectedUnit.equals(unit) ? Optional.of(Sample.of(forks)) : Optional.empty();
  }

  MeasuredCell withCell(Cell other) {
    return new MeasuredCell(
        other, unit, forks, nearZeroLimit, unsuccessfulRuns, conditions, timeRanges);
  }
}
