package io.streambench.flow.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StreamSpreadTest {
  @Test
  void allStreamsCanMeetOnNodeWithEveryShard() {
    Placement placement =
        Placement.of(List.of(List.of(0, 1), List.of(2, 0), List.of(3, 0), List.of(0, 4)));
    StreamSpread spread = new StreamSpread(placement, ConnectionLimits.SOLR);
    assertThat(spread.maxStreamsPerNode()).isEqualTo(4);
    assertThat(spread.maxStreamsPerSession()).isEqualTo(4);
    assertThat(spread.fullestSessionProbabilities()[4]).isCloseTo(1 / 16.0, within(0.005));
    assertThat(new StreamSpread(placement, new ConnectionLimits(4, 3)).maxStreamsPerSession())
        .as("the first connection is filled before another is opened")
        .isEqualTo(3);
  }

  @Test
  void concurrentQueriesChooseReplicasIndependently() {
    StreamSpread one = new StreamSpread(4, 2, 2);
    StreamSpread two =
        new StreamSpread(Placement.roundRobin(2, 2, 2).forQueries(2), ConnectionLimits.SOLR);
    assertThat(two.fullestSessionProbabilities()).isEqualTo(one.fullestSessionProbabilities());
    assertThat(
            new StreamSpread(Placement.roundRobin(24, 6, 1).forQueries(5), ConnectionLimits.SOLR))
        .satisfies(five -> assertThat(five.maxStreamsPerNode()).isEqualTo(20))
        .satisfies(five -> assertThat(five.fullestSessionProbabilities()[20]).isEqualTo(1));
  }

  @Test
  void sampledProbabilitiesMatchEnumeration() {
    SplittableRandom random = new SplittableRandom(7);
    for (int placement = 0; placement < 20; placement++) {
      List<List<Integer>> shards = randomPlacement(random);
      double[] drawn =
          new StreamSpread(Placement.of(shards), ConnectionLimits.SOLR)
              .fullestSessionProbabilities();
      double[] counted = enumerateChoices(shards);
      for (int streams = 0; streams <= shards.size(); streams++) {
        assertThat(drawn[streams])
            .as("%s: %d", shards, streams)
            .isCloseTo(counted[streams], within(0.008)); // five standard errors
      }
    }
  }

  private static List<List<Integer>> randomPlacement(SplittableRandom random) {
    List<List<Integer>> shards = new ArrayList<>();
    int nodes = random.nextInt(1, 5);
    for (int shard = random.nextInt(1, 7); shard > 0; shard--) {
      shards.add(
          random.ints(random.nextInt(1, 4), 0, nodes).boxed().toList()); // can list a node twice
    }
    return shards;
  }

  /**
   * Calculates the probability of each stream count on the fullest node from all choices of
   * replicas.
   */
  private static double[] enumerateChoices(List<List<Integer>> shards) {
    double[] shares = new double[shards.size() + 1];
    int ways = shards.stream().mapToInt(List::size).reduce(1, (a, b) -> a * b);
    for (int way = 0; way < ways; way++) {
      List<Integer> chosen = new ArrayList<>();
      int rest = way;
      for (List<Integer> replicas : shards) {
        chosen.add(replicas.get(rest % replicas.size()));
        rest /= replicas.size();
      }
      int fullest = chosen.stream().mapToInt(n -> Collections.frequency(chosen, n)).max().orElse(0);
      shares[fullest] += 1.0 / ways;
    }
    return shares;
  }

  @Test
  void spreadsTwelveShardsOnTwoNodesBinomially() {
    double[] fullest = new StreamSpread(12, 2, 2).fullestSessionProbabilities();
    assertThat(fullest[6]).isCloseTo(924 / 4096.0, within(1e-9));
    assertThat(fullest[12]).isCloseTo(2 / 4096.0, within(1e-9));
    assertThat(Arrays.stream(fullest).sum()).isCloseTo(1, within(1e-9));
    assertThat(new StreamSpread(12, 2, 2).maxStreamsPerSession()).isEqualTo(12);
  }

  @Test
  void publishedCommandIsAtRiskFromSevenStreams() {
    SafeWindowRule any = new SafeWindowRule(1, 8_000_000, 96_000_000, 0.5, 8_560_000, false, 1);
    Prediction a4 = Prediction.of(any, new StreamSpread(12, 2, 2));
    assertThat(a4.zone()).isEqualTo(Zone.AT_RISK);
    assertThat(any.withStreams(7).isOnBoundary()).isTrue();
    assertThat(a4.atRiskFraction()).isCloseTo(1 - 924 / 4096.0, within(1e-9));
    assertThat(a4.likelyFraction()).isZero();
  }
}
