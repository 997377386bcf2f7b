package io.streambench.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StreamSpreadTest {
  @Test
  void twelveShardsOnTwoNodesAreDealtAsCoinsAre() {
    double[] fullest = new StreamSpread(12, 2, 2).fullest();
    assertThat(fullest[6]).isCloseTo(924 / 4096.0, within(1e-9));
    assertThat(fullest[12]).isCloseTo(2 / 4096.0, within(1e-9));
    assertThat(Arrays.stream(fullest).sum()).isCloseTo(1, within(1e-9));
    assertThat(new StreamSpread(12, 2, 2).mostPossible()).isEqualTo(12);
  }

  @Test
  void withOneReplicaThereIsNothingToChoose() {
    StreamSpread spread = new StreamSpread(12, 4, 1);
    assertThat(spread.fullest()[3]).isEqualTo(1);
    assertThat(spread.mostPossible()).isEqualTo(3);
  }

  @Test
  void moreConnectionsSpreadNothingUntilTheFirstIsFull() {
    StreamSpread stock = new StreamSpread(200, 1, 1);
    assertThat(stock.mostOnNode()).isEqualTo(200);
    assertThat(stock.mostPossible()).isEqualTo(128);
    assertThat(stock.fullest()[128]).isEqualTo(1);
    StreamSpread limited =
        new StreamSpread(Placement.byTurns(12, 1, 1), new ConnectionLimits(5, 3));
    assertThat(limited.mostPossible()).isEqualTo(3);
    assertThat(limited.fullest()[3]).isEqualTo(1);
  }

  @Test
  void whatIsDrawnAgreesWithWhatIsCounted() {
    // Three nodes, each with every shard; the same as draws, by way of too many shards to count.
    double[] counted = new StreamSpread(60, 3, 3).fullest();
    double[] drawn = new StreamSpread(61, 3, 3).fullest();
    double meanCounted = 0;
    double meanDrawn = 0;
    for (int k = 0; k < counted.length; k++) {
      meanCounted += k * counted[k];
      meanDrawn += k * drawn[k];
    }
    assertThat(meanDrawn - meanCounted).isCloseTo(1.0 / 3, within(0.15));
  }

  @Tag("wall-clock")
  @Test
  void aThousandShardsOnTwoHundredNodesTakeLessThanASecond() {
    org.junit.jupiter.api.Assertions.assertTimeout(
        Duration.ofSeconds(1),
        () -> {
          StreamSpread spread = new StreamSpread(1000, 200, 3);
          assertThat(spread.mostPossible()).isEqualTo(15);
          assertThat(Arrays.stream(spread.fullest()).sum()).isCloseTo(1, within(1e-9));
        });
  }

  @Test
  void theFourthPublishedCommandIsAtRiskFromSevenStreamsOnWhichLieOnTheLine() {
    SafeWindowRule any = new SafeWindowRule(1, 8_000_000, 96_000_000, 0.5, 8_560_000, false);
    Prediction a4 = Prediction.of(any, new StreamSpread(12, 2, 2));
    assertThat(a4.zone()).isEqualTo(Zone.AT_RISK);
    assertThat(any.with(7).onTheLine()).isTrue();
    assertThat(a4.atRisk()).isCloseTo(1 - 924 / 4096.0, within(1e-9));
    assertThat(a4.likely()).isZero();
  }

  @Test
  void theSecondIsLikelyInAllAndTheThirdInNone() {
    StreamSpread spread = new StreamSpread(12, 2, 2);
    SafeWindowRule a2 = new SafeWindowRule(1, 8 << 20, 16 << 20, 0.5, 8_560_000, false);
    assertThat(Prediction.of(a2, spread).likely()).isCloseTo(1, within(1e-9));
    SafeWindowRule a3 = new SafeWindowRule(1, 500_000, 16 << 20, 0.5, 8_560_000, false);
    assertThat(Prediction.of(a3, spread).zone()).isEqualTo(Zone.SAFE);
    assertThat(Prediction.of(a3, spread).atRisk()).isZero();
  }
}
