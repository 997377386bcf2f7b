package io.streambench.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.compare.cells.Contender;
import io.streambench.compare.statistics.Comparison.Question;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts how often {@link Comparison} is right for simulated sides with a known difference. */
class CalibrationTest {
  /**
   * The number of simulated pairs. The figures in docs/results/calibration.md come from a hundred
   * times as many pairs.
   */
  private static final int PAIRS = Integer.getInteger("calibration.pairs", 1000);

  private static final double AUTOCORRELATION = 0.57;

  /**
   * A model of how forks vary: a round contributes half of the variance, or nothing. Each model has
   * its own seed.
   */
  enum Machine {
    INDEPENDENT_5_OF_5(7, Layout.INTERLEAVED, 5, 0.05),
    INDEPENDENT_5_OF_10(37, Layout.INTERLEAVED, 10, 0.05),
    ROUNDS_5_OF_5(11, Layout.INTERLEAVED, 5, 0.05),
    ROUNDS_10_OF_5(13, Layout.INTERLEAVED, 5, 0.10),
    ROUNDS_10_OF_10(17, Layout.INTERLEAVED, 10, 0.10),
    /** One fork in ten is 30 % slower. */
    OUTLIERS_10_OF_20(19, Layout.INTERLEAVED, 20, 0.10),
    ONE_SESSION_5_OF_10(23, Layout.IN_SEQUENCE, 10, 0.05),
    /** Each side has an additional offset (2 %). */
    SESSIONS_5_OF_10(29, Layout.IN_SEQUENCE, 10, 0.05),
    /** The autocorrelation of successive forks is 0.57. */
    AUTOREGRESSIVE_5_OF_10(31, Layout.IN_SEQUENCE, 10, 0.05);

    final int seed;
    final Layout layout;
    final int forks;
    final double spread;

    Machine(int seed, Layout layout, int forks, double spread) {
      this.seed = seed;
      this.layout = layout;
      this.forks = forks;
      this.spread = spread;
    }

    boolean expectsPromisedRate() {
      return this != SESSIONS_5_OF_10 && this != AUTOREGRESSIVE_5_OF_10;
    }

    /** Returns the scores of each side, one per round; the first side is the baseline. */
    List<Sample> simulateSides(int sideCount, double level, Random random) {
      double[] rounds = IntStream.range(0, forks).mapToDouble(i -> random.nextGaussian()).toArray();
      List<Sample> all = new ArrayList<>();
      for (int side = 0; side < sideCount; side++) {
        double[] scores = new double[forks];
        double session = random.nextGaussian();
        double before = random.nextGaussian();
        for (int i = 0; i < forks; i++) {
          double own = random.nextGaussian();
          before =
              AUTOCORRELATION * before + Math.sqrt(1 - AUTOCORRELATION * AUTOCORRELATION) * own;
          double log =
              switch (this) {
                case ROUNDS_5_OF_5, ROUNDS_10_OF_5, ROUNDS_10_OF_10 ->
                    spread * (rounds[i] + own) / Math.sqrt(2);
                case OUTLIERS_10_OF_20 ->
                    spread * own + (random.nextInt(10) == 0 ? Math.log(0.7) : 0);
                case SESSIONS_5_OF_10 -> spread * own + 0.02 * session;
                case AUTOREGRESSIVE_5_OF_10 -> spread * before;
                default -> spread * own;
              };
          scores[i] = (side == 0 ? 1 : level) * Math.exp(log);
        }
        all.add(Sample.of(scores));
      }
      return all;
    }
  }

  private static List<Judgement> judge(
      Machine machine, int sideCount, double level, Random random) {
    return judge(0, machine.layout, machine.simulateSides(sideCount, level, random));
  }

  private static List<Judgement> judge(double threshold, Layout layout, List<Sample> sides) {
    return new Comparison(threshold)
        .judge(
            BetterDirection.HIGHER,
            layout,
            sides.subList(1, sides.size()).stream()
                .map(side -> new Question(sides.get(0), Optional.of(side)))
                .toList());
  }

  /** Prints one row of the table in docs/results/calibration.md. */
  @ParameterizedTest
  @EnumSource
  void falseAlarmRateIsAboutFivePercent(Machine machine) {
    Random random = new Random(machine.seed);
    int alarms = 0;
    int found = 0;
    int held = 0;
    for (int i = 0; i < PAIRS; i++) {
      Judgement same = judge(machine, 2, 1, random).get(0);
      alarms += same.isDifferent() ? 1 : 0;
      held += same.evidence().orElseThrow().interval().contains(1) ? 1 : 0;
      Judgement lost = judge(machine, 2, 0.9, random).get(0);
      found += lost.verdict() == ComparisonVerdict.SLOWER ? 1 : 0;
      held += lost.evidence().orElseThrow().interval().contains(0.9) ? 1 : 0;
    }
    double alarmRate = alarms / (double) PAIRS;
    System.out.println(
        TextFormat.of(
            "| %s | %.1f %% | %.1f %% | %.1f %% |",
            machine, 100 * alarmRate, 100.0 * found / PAIRS, 50.0 * held / PAIRS));
    if (machine.expectsPromisedRate()) {
      // The expected rate plus or minus three standard errors for a thousand pairs.
      assertThat(alarmRate).isBetween(0.02, 0.071);
      assertThat(held / 2.0 / PAIRS).isGreaterThan(0.935);
    } else {
      assertThat(alarmRate).as("what the page warns of").isGreaterThan(0.071);
    }
  }

  /**
   * Compares three contenders. Counts cells with a false alarm, and cells whose intervals all
   * contain the true ratio.
   */
  @Test
  void familyOfThreeKeepsErrorRate() {
    Random random = new Random(5);
    int alarms = 0;
    int held = 0;
    for (int i = 0; i < PAIRS; i++) {
      alarms +=
          judge(Machine.ROUNDS_5_OF_5, 4, 1, random).stream().anyMatch(Judgement::isDifferent)
              ? 1
              : 0;
      held +=
          judge(Machine.ROUNDS_5_OF_5, 4, 0.9, random).stream()
                  .allMatch(one -> one.evidence().orElseThrow().interval().contains(0.9))
              ? 1
              : 0;
    }
    System.out.println(
        TextFormat.of(
            "three contenders: a false alarm in %.1f %%, all intervals hold in %.1f %%",
            100.0 * alarms / PAIRS, 100.0 * held / PAIRS));
    assertThat(alarms / (double) PAIRS).isBetween(0.01, 0.071);
    assertThat(held / (double) PAIRS).isGreaterThan(0.93);
  }

  /**
   * Compares six very different contenders and an equal one, which is judged at the level of Holm's
   * last step.
   */
  @Test
  void laterHolmStepsReduceJointCoverage() {
    Random random = new Random(41);
    int contenders = 7;
    double far = 0.5;
    int alarms = 0;
    int held = 0;
    for (int i = 0; i < PAIRS; i++) {
      List<Sample> sides = Machine.ROUNDS_5_OF_5.simulateSides(contenders + 1, far, random);
      double[] equal = sides.get(contenders).scoresByRound();
      sides.set(contenders, Sample.of(Arrays.stream(equal).map(one -> one / far).toArray()));
      List<Judgement> judged = judge(0, Layout.INTERLEAVED, sides);
      alarms += judged.get(contenders - 1).isDifferent() ? 1 : 0;
      boolean all = true;
      for (int one = 0; one < contenders; one++) {
        Interval interval = judged.get(one).evidence().orElseThrow().interval();
        all &= interval.contains(one == contenders - 1 ? 1 : far);
      }
      held += all ? 1 : 0;
    }
    System.out.println(
        TextFormat.of(
            "seven contenders, six far off: a false alarm in %.1f %%, all intervals hold in %.1f"
                + " %%",
            100.0 * alarms / PAIRS, 100.0 * held / PAIRS));
    assertThat(alarms / (double) PAIRS).isBetween(0.02, 0.071);
    assertThat(held / (double) PAIRS).isBetween(0.88, 0.95);
  }

  @Test
  void thresholdErrorRateIsBelowFivePercent() {
    Random random = new Random(9);
    int slower = 0;
    int within = 0;
    for (int i = 0; i < PAIRS; i++) {
      List<Sample> sides = Machine.ROUNDS_10_OF_10.simulateSides(2, 1 / 1.1, random);
      ComparisonVerdict verdict = judge(0.1, Layout.INTERLEAVED, sides).get(0).verdict();
      slower += verdict == ComparisonVerdict.SLOWER ? 1 : 0;
      within += verdict == ComparisonVerdict.WITHIN_THRESHOLD ? 1 : 0;
    }
    assertThat(slower / (double) PAIRS).isBetween(0.008, 0.045);
    assertThat(within / (double) PAIRS).isLessThan(0.045);
  }

  /** Splits the equal forks of one cell, either alternately or into two sequential sessions. */
  @ParameterizedTest
  @CsvSource({"INTERLEAVED, 4, 10, 1", "IN_SEQUENCE, 5, 8, 0"})
  void findsFewDifferencesBetweenEqualForks(
      Layout layout, int forks, int pairs, int expectedAlarms) {
    List<Fork> measured =
        Contender.read(Path.of("docs/results/2026-11-21-aa.json"), "aa", null)
            .cells()
            .get(0)
            .forks();
    assertThat(measured).hasSize(2 * forks * pairs);
    boolean turns = layout == Layout.INTERLEAVED;
    long alarms =
        IntStream.range(0, pairs)
            .mapToObj(pair -> measured.subList(2 * forks * pair, 2 * forks * (pair + 1)))
            .map(
                block ->
                    turns
                        ? List.of(everySecondFork(block, 0), everySecondFork(block, 1))
                        : List.of(
                            Sample.of(block.subList(0, forks)),
                            Sample.of(block.subList(forks, 2 * forks))))
            .filter(sides -> judge(0, layout, sides).get(0).isDifferent())
            .count();
    assertThat(alarms).isEqualTo(expectedAlarms);
  }

  private static Sample everySecondFork(List<Fork> forks, int firstIndex) {
    return Sample.of(
        IntStream.range(0, forks.size() / 2).mapToObj(i -> forks.get(2 * i + firstIndex)).toList());
  }
}
