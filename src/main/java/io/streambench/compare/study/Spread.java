package io.streambench.compare.study;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.Interval;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.LogRatio;
import io.streambench.compare.statistics.RequiredForks;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variation of a ratio between rounds, for the primary question of a study. It determines the
 * smallest difference that a given number of rounds can detect. {@code spreads.json} contains the
 * spread of each study's newest committed run.
 *
 * @param from name of the run
 * @param rounds number of rounds in the run
 * @param deviation standard deviation of the ratio's logarithm
 * @param keptNodes whether each side kept its own nodes in all rounds
 */
public record Spread(String from, int rounds, double deviation, boolean keptNodes) {
  private static final Map<String, Spread> SPREAD_BY_STUDY =
      JsonFiles.readResource(Spread.class, "spreads.json", new TypeReference<>() {});

  /** Returns the spread of the study's newest committed run, if it has a primary question. */
  public static Optional<Spread> ofCommittedRun(Study study) {
    return Optional.ofNullable(SPREAD_BY_STUDY.get(study.name()));
  }

  /**
   * Returns the spread for planning an order. Returns empty for a quick study, or if the order
   * omits cells of the primary question.
   */
  private static Optional<Spread> of(StudyOrder order) {
    List<String> all = order.withLabelRegex("").cells().stream().map(StudyCell::label).toList();
    List<String> some = order.cells().stream().map(StudyCell::label).toList();
    Study study = order.study();
    return ofCommittedRun(study)
        .filter(ignored -> order.scale() == Scale.FULL)
        .filter(
            ignored ->
                study
                    .primary()
                    .baselinesByLabel(some)
                    .equals(study.primary().baselinesByLabel(all)));
  }

  /** Describes the probability that an order detects a 10 % difference in the primary question. */
  public static Optional<String> describePlannedPower(StudyOrder order) {
    return of(order)
        .map(
            spread ->
                "primary question: "
                    + order.study().primary().words()
                    + "; "
                    + spread.describePower(order.forksPerCell()));
  }

  /**
   * Returns an order with the rounds that its primary question needs, or with as many as fit into
   * {@code hours}.
   *
   * @throws SettingException if there is no primary question, or if too few rounds fit
   */
  public static StudyOrder orderWithRoundsNeeded(StudyOrder order, int hours) {
    Spread spread =
        of(order)
            .orElseThrow(
                () ->
                    new SettingException(
                        "--rounds", "be a number: these cells have no primary question", "auto"));
    int rounds = Math.min(StudyOrder.MAX_FORKS_PER_CELL, spread.roundsNeeded());
    StudyOrder planned = order.withForks(rounds);
    while (planned.estimatedSeconds(planned.plannedForks()) > hours * 3600L) {
      rounds--;
      if (rounds < Comparison.MIN_FORKS) {
        throw new SettingException(
            "--hours",
            "allow " + Comparison.MIN_FORKS + " rounds, the fewest for a verdict",
            hours);
      }
      planned = order.withForks(rounds);
    }
    return planned;
  }

  static Spread of(String runName, LogRatio ratio, boolean keptNodes) {
    return new Spread(runName, ratio.forks(), Math.sqrt(ratio.variance()), keptNodes);
  }

  /** Returns the number of rounds needed to detect a difference of 10 % in 90 % of cases. */
  public int roundsNeeded() {
    return RequiredForks.requiredPairs(deviation * deviation);
  }

  /** Describes the number of rounds that detect a difference of 10 %, and its uncertainty. */
  public String describeRoundsNeeded() {
    Interval likely = RequiredForks.requiredPairsInterval(deviation * deviation, rounds);
    return TextFormat.of(
        "it takes %d rounds (%.0f–%.0f, by the spread of %.1f %% in %d rounds of %s%s) to find a"
            + " difference of 10 %% in 90 %% of cases",
        roundsNeeded(),
        likely.low(),
        likely.high(),
        100 * deviation,
        rounds,
        from,
        keptNodes ? ", without what differs between nodes" : "");
  }

  /**
   * Describes the probability that {@code roundCount} rounds detect a difference of 10 %, and how
   * many rounds are needed.
   */
  String describePower(int roundCount) {
    return roundCount < Comparison.MIN_FORKS
        ? describeRoundsNeeded()
            + TextFormat.of("; fewer than %d judge nothing", Comparison.MIN_FORKS)
        : describeRoundsNeeded()
            + TextFormat.of(
                "; %d find it in %.0f %%",
                roundCount, 100 * RequiredForks.power(deviation * deviation, roundCount));
  }
}
