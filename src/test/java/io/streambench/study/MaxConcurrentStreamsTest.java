package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.results.LoadFile;
import io.streambench.results.Loads;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class MaxConcurrentStreamsTest {
  /** Loads in which as many are in flight as were asked for. */
  private static LoadFile load(int inFlight, double requestsPerSecond, int fork) {
    double rate = requestsPerSecond * (1 + 0.002 * fork);
    return Loads.of(inFlight, 1000, Map.of(), 1000 / rate, Loads.thousand(inFlight / rate * 1e9));
  }

  private static StudyReport found(int forks, ToDoubleFunction<StudyCell> requestsPerSecond) {
    return new MaxConcurrentStreams()
        .conclude(
            SyntheticStudy.ofLoads(
                "max-concurrent-streams",
                forks,
                (cell, fork) -> load(cell.threads(), requestsPerSecond.applyAsDouble(cell), fork)));
  }

  @Test
  void theBestLimitIsNamedWithTheEvidenceForIt() {
    StudyReport document = found(5, cell -> cell.label().equals("limit-100") ? 4000 : 3000);
    assertThat(document.findings().get(0))
        .startsWith("Best for bulk indexing (throughput), median of the forks: limit-100")
        .contains("25 % slower, ratio 0.75");
    assertThat(document.findings().get(1))
        .startsWith("Best for interactive updates (P99), median of the forks: limit-100");
    assertThat(document.findings().get(2)).startsWith("Protection of a node: limit-100 is");
  }

  @Test
  void equalLoadsAndASingleForkAreNoEvidence() {
    assertThat(found(5, cell -> 3000).findings().get(0)).contains("within 2 %");
    assertThat(found(5, cell -> 3000).findings().get(2)).contains("limit-1 is the lowest");
    assertThat(found(1, cell -> 3000).findings().get(0)).contains("too few forks to judge");
  }
}
