package io.streambench.compare.cells;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Comparison.Question;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.RequiredForks;
import io.streambench.compare.statistics.Sample;
import io.streambench.compare.statistics.Trend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A cell with its verdict on every contender.
 *
 * @param unit unit of all scores; empty if there are none
 * @param better direction in which the scores improve
 * @param relevantDifference the smallest difference that matters, as a fraction: 0.1 for 10 %
 * @param sides one side per contender, the baseline first
 */
public record ComparedCell(
    Cell cell, String unit, BetterDirection better, double relevantDifference, List<Side> sides) {
  public enum State {
    COMPLETED,
    STALLED,
    FAILED,
    /** None of the side's files contains the cell. */
    MISSING
  }

  /**
   * The result of one contender in this cell.
   *
   * @param measured the measured data, converted to the cell's unit if possible
   * @param sample scores of the forks; empty unless every fork completed with a usable score
   * @param judgement comparison with the baseline; empty for the baseline itself
   */
  public record Side(
      String contenderName,
      MeasuredCell measured,
      Optional<Sample> sample,
      Optional<Judgement> judgement) {
    public State state() {
      return measured.isMissing() ? State.MISSING : State.valueOf(measured.outcome().name());
    }

    /** Returns why this side cannot be compared; empty if it can. */
    public String detail() {
      return sample.isPresent() ? "" : measured.detail();
    }

    public Optional<Evidence> evidence() {
      return judgement.flatMap(Judgement::evidence);
    }

    /** Returns whether every score is 0 or negligibly small. */
    public boolean isNearZero() {
      return measured.isNearZero();
    }

    /** Returns the scores in ascending order; empty unless all are usable or all are near zero. */
    public List<Double> scores() {
      double[] fallback = isNearZero() ? measured.scores() : new double[0];
      return Arrays.stream(sample.map(Sample::scores).orElse(fallback)).boxed().toList();
    }

    public double median() {
      double[] scores = scores().stream().mapToDouble(Double::doubleValue).toArray();
      return scores.length == 0 ? Double.NaN : Median.withDefaults().evaluate(scores);
    }

    /** Returns the range of the scores; empty for fewer than four forks. */
    public Optional<Interval> scoreRange() {
      List<Double> scores = scores();
      return scores.size() < Comparison.MIN_FORKS
          ? Optional.empty()
          : Optional.of(new Interval(scores.get(0), scores.get(scores.size() - 1)));
    }

    /** Returns the trend over the iterations of the forks. */
    public Optional<Trend> trendOverIterations() {
      return sample.flatMap(any -> Trend.of(measured.forks()));
    }

    /** Returns the trend over the forks; empty for too few forks. */
    public Optional<Trend> trendOverForks() {
      return sample.flatMap(Trend::ofForkScores);
    }
  }

  /** Returns benchmark, mode and unit. Cells that agree in all three share a table and a chart. */
  public String seriesKey() {
    return cell.benchmark() + " " + cell.mode() + " " + unit;
  }

  /** Returns whether the scores are operations per time. */
  public boolean isThroughput() {
    return Unit.of(unit).isThroughput();
  }

  /** Returns whether the scores are times per operation. */
  public boolean isTimePerOperation() {
    return Unit.of(unit).isTimePerOperation();
  }

  /** Returns whether a better score is a higher throughput or a shorter time per operation. */
  public boolean isSpeedComparison() {
    return isThroughput() && better == BetterDirection.HIGHER
        || isTimePerOperation() && better == BetterDirection.LOWER;
  }

  /** Returns the side with which all contenders are compared. */
  public Side baseline() {
    return sides.get(0);
  }

  public List<Side> contenderSides() {
    return sides.subList(1, sides.size());
  }

  /**
   * Returns why it remains undecided whether a contender is worse than the baseline. Returns empty
   * if this question is decided, if only the contender completed, or if both sides are missing.
   */
  public Optional<String> undecidedReason(Side side) {
    Side baseline = baseline();
    if (isRegression(side)
        || side.state() == State.COMPLETED && baseline.state() != State.COMPLETED) {
      return Optional.empty();
    }
    if (side.state() == State.MISSING) {
      return baseline.state() == State.MISSING ? Optional.empty() : Optional.of("not measured");
    }
    if (side.state() != State.COMPLETED) {
      return Optional.of(side.state() + ", and the baseline has no result to compare it with");
    }
    Judgement judgement = side.judgement().orElseThrow();
    return switch (judgement.verdict()) {
      case TOO_FEW_FORKS ->
          Optional.of("too few forks, each side needs at least " + judgement.forksNeeded());
      case NOT_COMPARABLE ->
          side.isNearZero() && baseline.isNearZero()
              ? Optional.empty()
              : Optional.of(
                  "not comparable: "
                      + (side.detail().isEmpty()
                          ? "the baseline: " + baseline.detail()
                          : side.detail()));
      case DIFFERENT ->
          Optional.of("it differs, and whether more or less is better is not known (see --better)");
      case NO_EVIDENCE, FASTER, SLOWER, WITHIN_THRESHOLD ->
          judgement
              .evidence()
              .map(found -> mayBeResidue(side) ? found.measuredInterval() : found.interval())
              .filter(this::mayBeWorse)
              .map(this::wideIntervalReason);
    };
  }

  /** Returns the largest difference from the baseline that may be JMH's own overhead. */
  public double residue(Side side) {
    return residue(baseline().measured(), side.measured());
  }

  private static double residue(MeasuredCell baseline, MeasuredCell side) {
    return Math.max(baseline.maxResidueDifference(), side.maxResidueDifference());
  }

  /** Returns whether the difference from the baseline may be JMH's own overhead. */
  public boolean mayBeResidue(Side side) {
    return Math.abs(side.median() - baseline().median()) <= residue(side);
  }

  /**
   * Returns whether a difference large enough to matter may still be JMH's own overhead, regardless
   * of the number of forks.
   */
  public boolean isResidueRelevant(Side side) {
    return residue(side) >= relevantDifference * baseline().median();
  }

  /** Returns whether there is no evidence only because the difference may be JMH's own overhead. */
  public boolean isHiddenByResidue(Side side) {
    return residue(side) > 0
        && mayBeResidue(side)
        && side.evidence()
            .filter(found -> found.pValue() < Comparison.SIGNIFICANCE_LEVEL)
            .filter(found -> !found.isSignificant())
            .isPresent();
  }

  /** Returns how many forks each side needs; empty if more forks cannot change the verdict. */
  public OptionalInt forksNeeded(Side side) {
    Judgement judgement = side.judgement().orElseThrow();
    boolean residueDecides =
        judgement.verdict() == ComparisonVerdict.NO_EVIDENCE
            && (isHiddenByResidue(side) || isResidueRelevant(side));
    return residueDecides ? OptionalInt.empty() : OptionalInt.of(judgement.forksNeeded());
  }

  private boolean mayBeWorse(Interval ratio) {
    boolean less = ratio.low() < 1 / (1 + relevantDifference);
    boolean more = ratio.high() > 1 + relevantDifference;
    return switch (better) {
      case HIGHER -> less;
      case LOWER -> more;
      case UNKNOWN -> less || more;
    };
  }

  private String wideIntervalReason(Interval ratio) {
    return TextFormat.of(
        "the interval of the ratio, %s, does not exclude that it %s by more than %.3g %%",
        TextFormat.range(TextFormat.of("%.2f", ratio.low()), TextFormat.of("%.2f", ratio.high())),
        better == BetterDirection.UNKNOWN ? "differs" : "is worse",
        100 * relevantDifference);
  }

  /** Returns whether a side is slower, or stalled or failed although the baseline completed. */
  public boolean isRegression(Side side) {
    boolean slower =
        side.judgement().filter(j -> j.verdict() == ComparisonVerdict.SLOWER).isPresent();
    boolean broken = side.state() == State.STALLED || side.state() == State.FAILED;
    return slower || broken && baseline().state() == State.COMPLETED;
  }

  /**
   * The judge of a cell's contenders. All scores are converted to the unit of the first side that
   * has scores.
   *
   * @param contenderNames names of the contenders, the baseline first
   * @param chosenDirection the direction that the user chose; empty to derive it from metric and
   *     unit
   */
  record Judge(
      List<String> contenderNames, double threshold, Optional<BetterDirection> chosenDirection) {
    /** The minimum factor between scores near zero and the scores that they are compared with. */
    private static final double MIN_FACTOR_ABOVE_ZERO = 2;

    ComparedCell judge(Cell cell, Layout layout, List<MeasuredCell> unconvertedSides) {
      String unit =
          unconvertedSides.stream()
              .map(MeasuredCell::unit)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse("");
      BetterDirection better = chosenDirection.orElseGet(() -> cell.betterDirection(unit));
      List<MeasuredCell> converted =
          unconvertedSides.stream().map(side -> side.convertedTo(unit)).toList();
      List<Optional<Sample>> samples = converted.stream().map(side -> side.sample(unit)).toList();
      List<Optional<Sample>> contenders = samples.subList(1, samples.size());
      List<Judgement> judged =
          samples
              .get(0)
              .map(base -> createQuestions(base, converted, samples))
              .map(questions -> new Comparison(threshold).judge(better, layout, questions))
              .orElse(Collections.nCopies(contenders.size(), Judgement.notComparable()));
      boolean higher = isNearZero(unit, converted.get(0));
      List<Side> sides = new ArrayList<>();
      sides.add(
          new Side(contenderNames.get(0), converted.get(0), samples.get(0), Optional.empty()));
      for (int i = 1; i < converted.size(); i++) {
        MeasuredCell zeroSide = converted.get(higher ? 0 : i);
        double limit = Math.max(converted.get(0).nearZeroLimit(), converted.get(i).nearZeroLimit());
        Judgement judgement =
            samples
                .get(higher ? i : 0)
                .filter(any -> isNearZero(unit, zeroSide))
                .map(other -> judgeAgainstZero(better, higher, limit, zeroSide, other))
                .orElse(judged.get(i - 1));
        sides.add(
            new Side(
                contenderNames.get(i), converted.get(i), samples.get(i), Optional.of(judgement)));
      }
      return new ComparedCell(
          cell, unit, better, threshold > 0 ? threshold : RequiredForks.DEFAULT_DIFFERENCE, sides);
    }

    /**
     * Creates one question per contender. The residue is the bias of the ratio, because it may
     * affect the scores of only one side.
     */
    private static List<Question> createQuestions(
        Sample baseline, List<MeasuredCell> sides, List<Optional<Sample>> samples) {
      List<Question> questions = new ArrayList<>();
      for (int i = 1; i < sides.size(); i++) {
        double residue = residue(sides.get(0), sides.get(i));
        questions.add(new Question(baseline, samples.get(i), residue / baseline.median()));
      }
      return questions;
    }

    /**
     * Returns whether every score of a side is 0 or negligible. Returns false for times, because a
     * time of 0 only shows that the clock or the file has too few digits.
     */
    private static boolean isNearZero(String unit, MeasuredCell side) {
      return unit.equals(side.unit()) && side.isNearZero() && !Unit.of(unit).isTimePerOperation();
    }

    /** Compares a side with scores near zero with a side that has a usable score in every fork. */
    private Judgement judgeAgainstZero(
        BetterDirection better,
        boolean isContenderHigher,
        double nearZeroLimit,
        MeasuredCell zeroSide,
        Sample nonzeroSide) {
      double[] ascending = zeroSide.scores();
      double limit = Math.max(nearZeroLimit, ascending[ascending.length - 1]);
      return nonzeroSide.range().low() <= MIN_FACTOR_ABOVE_ZERO * limit
          ? Judgement.notComparable()
          : Comparison.judgeZeroAgainstNonzero(
              better,
              isContenderHigher,
              ascending.length,
              nonzeroSide.size(),
              contenderNames.size() - 1);
    }
  }
}
