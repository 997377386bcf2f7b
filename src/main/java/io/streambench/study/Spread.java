package io.streambench.study;

import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.ForksNeeded;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.LogRatio;
import io.streambench.config.Text;
import io.streambench.results.JsonFiles;
import java.util.Map;
import java.util.Optional;

/**
 * How much the ratio of a primary question varied between rounds. From this follows how small a
 * difference a number of rounds can find. {@code spreads.json} has the spread of each study's
 * newest committed run.
 *
 * @param from the name of the run
 * @param rounds the number of its rounds
 * @param deviation standard deviation of the ratio's logarithm
 * @param keptNodes whether each side kept its own nodes in all rounds
 */
public record Spread(String from, int rounds, double deviation, boolean keptNodes) {
  private static final Map<String, Spread> COMMITTED =
      JsonFiles.resource(Spread.class, "spreads.json", new TypeReference<>() {});

  /** Returns the spread of the study's newest committed run, if it has a primary question. */
  public static Optional<Spread> committed(Study study) {
    return study.primary().map(any -> COMMITTED.get(study.name()));
  }

  static Spread of(String from, LogRatio ratio, boolean keptNodes) {
    return new Spread(from, ratio.forks(), Math.sqrt(ratio.variance()), keptNodes);
  }

  /** Returns how many rounds find a difference of 10 % in 90 % of cases. */
  public int roundsNeeded() {
    return ForksNeeded.pairs(deviation * deviation);
  }

  /** Says how many rounds find a difference of 10 %, and how uncertain that number is. */
  public String needed() {
    Interval likely = ForksNeeded.pairs(deviation * deviation, rounds);
    return Text.of(
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

  /** Says also how often this number of rounds finds it. */
  String power(int number) {
    return number < Comparison.MIN_FORKS
        ? needed() + Text.of("; fewer than %d judge nothing", Comparison.MIN_FORKS)
        : needed()
            + Text.of(
                "; %d find it in %.0f %%",
                number, 100 * ForksNeeded.power(deviation * deviation, number));
  }
}
