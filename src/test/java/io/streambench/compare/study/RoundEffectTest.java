package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streambench.compare.statistics.LogRatio;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundEffectTest {
  /**
   * Compares with the two-way analysis of variance without replication: F = (0.6825 / 3) / (0.165 /
   * 6) = 8.273.
   */
  @Test
  void matchesTwoWayAnalysisOfVariance() {
    RoundEffect effect =
        RoundEffect.of(
            new double[][] {{0.9, 0.1, 0.2, 0.0}, {1.7, 1.0, 1.3, 1.2}, {2.4, 2.1, 2.0, 2.2}});
    assertThat(effect.pValue()).isCloseTo(0.01491424, within(1e-7));
    assertThat(Math.log(effect.firstRoundRatio().ratio())).isCloseTo(0.5444444, within(1e-7));
    assertThat(Math.log(effect.firstRoundRatio().interval(0.05).low()))
        .isCloseTo(-0.0770498, within(1e-6));
    assertThat(Math.log(effect.firstRoundRatio().interval(0.05).high()))
        .isCloseTo(1.1659387, within(1e-6));
  }

  /**
   * The ratios for shard-fan-out were calculated independently: the first measured fork on each
   * cluster took 1.02, 1.89, 1.17, 1.02, 0.95 and 0.98 times the geometric mean of the other forks
   * of its cell.
   */
  @Test
  void comparesFirstForkOnEachClusterWithOthers() {
    StudyResults results =
        StudyResults.read(
            new StudyFolder(Path.of("docs/results/2026-11-27-shard-fan-out")), Study::forName);
    LogRatio first = RoundEffect.firstForkRatio(results).orElseThrow();
    assertThat(first.forks()).isEqualTo(6);
    assertThat(first.ratio()).isCloseTo(1.137, within(0.001));
    assertThat(first.interval(0.05).low()).isCloseTo(0.867, within(0.001));
    assertThat(first.interval(0.05).high()).isCloseTo(1.492, within(0.001));
    assertThat(RoundEffect.of(results).orElseThrow().pValue()).isCloseTo(0.008, within(0.0005));
  }

  @Test
  void findsNoEffectInOneRoundOrCounts() {
    assertThat(RoundEffect.of(SyntheticStudy.of("observer-cost", 1, label -> List.of(5.0))))
        .isEmpty();
    assertThat(RoundEffect.of(SyntheticStudy.of("windows", 2, label -> List.of(5.0, 9.0))))
        .isEmpty();
  }
}
