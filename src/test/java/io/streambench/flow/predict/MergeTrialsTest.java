package io.streambench.flow.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.predict.MergeTrials.Count;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MergeTrialsTest {
  private static final int MERGES = 100_000;

  @Test
  void noScheduleStallsWhatIsSafeAndOneStallsEverythingElse() {
    MergeTrials.Counts counts = MergeTrials.play(MERGES, 1);
    Count safe = counts.byZone().get(Zone.SAFE);
    Count atRisk = counts.byZone().get(Zone.AT_RISK);
    Count likely = counts.byZone().get(Zone.LIKELY);
    assertThat(safe.merges() + atRisk.merges() + likely.merges() + counts.onTheLine().merges())
        .isEqualTo(MERGES);
    assertThat(safe.merges()).isEqualTo(41_802);
    assertThat(atRisk.merges()).isGreaterThan(MERGES / 20);
    assertThat(likely.merges()).isGreaterThan(MERGES / 10);
    assertThat(safe.stalledAtRandom()).isZero();
    assertThat(safe.stalledAtWorst()).isZero();
    assertThat(atRisk.stalledAtWorst()).isEqualTo(atRisk.merges());
    assertThat(likely.stalledAtWorst()).isEqualTo(likely.merges());
    assertThat(counts.onTheLine().stalledAtWorst()).isEqualTo(counts.onTheLine().merges());
    assertThat((double) likely.stalledAtRandom() / likely.merges())
        .isGreaterThan((double) atRisk.stalledAtRandom() / atRisk.merges());
  }

  @Test
  void aRatioThatGivesNoCreditStallsEvenOneStream() {
    SafeWindowRule all = new SafeWindowRule(1, 100, 200, 1, 500, false, 1);
    assertThat(all.zone()).isEqualTo(Zone.LIKELY);
    assertThat(new MergeTrials(all, 10, new SplittableRandom(1)).stallsWithin(1)).isTrue();
  }
}
