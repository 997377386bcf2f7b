package io.streambench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Text;
import io.streambench.results.Contender;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Counts how often equal sides are called different, and how often a loss is found. The forks are
 * not always independent draws. {@code -Dcalibration.pairs=10000} gives the table of
 * docs/comparison.md.
 */
class ForkOrderCalibrationTest {
  private static final int PAIRS = Integer.getInteger("calibration.pairs", 500);

  /**
   * 80 forks of one cell: the source of {@link RatioInterval}'s constants, and their touchstone.
   */
  private static final Path EQUALS = Path.of("docs/results/2026-11-21-aa.json");

  private final Comparison comparison = new Comparison(0, new Bootstrap());

  /** Models of the forks of one machine, in the order in which they ran. */
  enum Machine {
    INDEPENDENT,
    /** Each fork is 0.57 the one before. */
    AUTOREGRESSIVE,
    /** 6 % slower at the end than at the beginning of both sessions. */
    DRIFTING,
    /** Two sessions, each with a level of its own (2 %). */
    SESSIONS;

    /** Logarithms of all forks that are run, in their order; the session changes in the middle. */
    double[] forks(int all, double cv, Random random) {
      double[] logs = new double[all];
      double before = random.nextGaussian();
      double session = 0.02 * random.nextGaussian();
      for (int i = 0; i < all; i++) {
        if (i == all / 2) {
          session = 0.02 * random.nextGaussian();
        }
        before = 0.57 * before + Math.sqrt(1 - 0.57 * 0.57) * random.nextGaussian();
        logs[i] =
            switch (this) {
              case INDEPENDENT -> cv * random.nextGaussian();
              case AUTOREGRESSIVE -> cv * before;
              case DRIFTING -> cv * random.nextGaussian() - 0.06 * i / (all - 1);
              case SESSIONS -> cv * random.nextGaussian() + session;
            };
      }
      return logs;
    }
  }

  private boolean different(Layout layout, double[] one, double[] other) {
    return comparison
        .judge(Better.HIGHER, layout, Sample.of(one), List.of(Optional.of(Sample.of(other))))
        .get(0)
        .different();
  }

  private boolean different(
      Machine machine, Layout layout, int forks, double cv, double level, Random random) {
    double[] all = machine.forks(2 * forks, cv, random);
    double[] one = new double[forks];
    double[] other = new double[forks];
    for (int i = 0; i < 2 * forks; i++) {
      boolean turns = layout == Layout.INTERLEAVED;
      boolean first = turns ? (i % 2 == 0) == (i / 2 % 2 == 0) : i < forks;
      double[] side = first ? one : other;
      side[turns ? i / 2 : i % forks] = (first ? 1 : level) * Math.exp(all[i]);
    }
    return different(layout, one, other);
  }

  private double rate(Machine machine, Layout layout, int forks, double cv, double level) {
    Random random = new Random(7);
    int different = 0;
    for (int i = 0; i < PAIRS; i++) {
      different += different(machine, layout, forks, cv, level, random) ? 1 : 0;
    }
    double rate = different / (double) PAIRS;
    System.out.println(
        Text.of(
            "| %s | %s | %d | %.0f %% | %.0f %% less | %.1f %% |",
            machine, layout, forks, 100 * cv, 100 * (1 - level), 100 * rate));
    return rate;
  }

  @ParameterizedTest
  @EnumSource
  void equalsAreCalledDifferentAtMostOnceInTwenty(Machine machine) {
    for (Layout layout : Layout.values()) {
      for (int forks : new int[] {5, 10, 20}) {
        for (double cv : new double[] {0.02, 0.05, 0.10}) {
          assertThat(rate(machine, layout, forks, cv, 1)).isLessThanOrEqualTo(0.05);
        }
      }
    }
  }

  @Test
  void tenForksByTurnsFindALossOfTenPercent() {
    for (Machine machine : Machine.values()) {
      assertThat(rate(machine, Layout.INTERLEAVED, 10, 0.05, 0.9)).isGreaterThanOrEqualTo(0.90);
    }
  }

  @Test
  void aLossOfTwentyPercentIsFoundInSequenceToo() {
    assertThat(rate(Machine.INDEPENDENT, Layout.IN_SEQUENCE, 5, 0.03, 0.8)).isGreaterThan(0.95);
    assertThat(rate(Machine.INDEPENDENT, Layout.IN_SEQUENCE, 10, 0.05, 0.8)).isGreaterThan(0.90);
  }

  @Test
  void fewForksWithMuchSpreadBesideManyWithLittleAreNoMoreOftenCalledDifferent() {
    for (Layout layout : Layout.values()) {
      for (int[] sizes : new int[][] {{4, 20}, {20, 4}, {5, 40}, {10, 30}}) {
        Random random = new Random(3);
        int different = 0;
        for (int i = 0; i < PAIRS; i++) {
          double[] spread = lognormal(sizes[0], fewer(sizes) ? 0.15 : 0.02, random);
          double[] other = lognormal(sizes[1], fewer(sizes) ? 0.02 : 0.15, random);
          different += different(layout, spread, other) ? 1 : 0;
        }
        assertThat(different / (double) PAIRS)
            .as("%d and %d, %s", sizes[0], sizes[1], layout)
            .isLessThanOrEqualTo(0.05);
      }
    }
  }

  private static boolean fewer(int[] sizes) {
    return sizes[0] < sizes[1];
  }

  private static double[] lognormal(int forks, double cv, Random random) {
    double[] scores = new double[forks];
    for (int i = 0; i < forks; i++) {
      scores[i] = Math.exp(cv * random.nextGaussian());
    }
    return scores;
  }

  @Test
  void eightyEqualForksSplitAsAUserSplitsThemAreNotCalledDifferent() {
    List<Fork> forks = Contender.read(EQUALS, null).forks().get(0);
    for (int size : new int[] {5, 10, 20, 40}) {
      for (int from = 0; from + 2 * size <= forks.size(); from += 2 * size) {
        Sample before = Sample.of(forks.subList(from, from + size));
        Sample after = Sample.of(forks.subList(from + size, from + 2 * size));
        assertThat(different(Layout.IN_SEQUENCE, before.inOrder(), after.inOrder()))
            .as("%d forks from %d", size, from)
            .isFalse();
      }
    }
  }
}
