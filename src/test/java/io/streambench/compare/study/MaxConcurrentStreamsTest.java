package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.load.LoadFile;
import io.streambench.compare.cells.Loads;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class MaxConcurrentStreamsTest {
  /** Returns a load with the given number of requests in flight. */
  private static LoadFile createLoad(int inFlight, double requestsPerSecond, int fork) {
    double rate = requestsPerSecond * (1 + 0.002 * fork);
    return Loads.of(
        inFlight, 1000, Map.of(), 1000 / rate, Loads.equalLatencies(inFlight / rate * 1e9));
  }

  private static StudyReport createReport(
      int forks, ToDoubleFunction<StudyCell> requestsPerSecond) {
    return createReport(true, forks, requestsPerSecond);
  }

  private static StudyReport createReport(
      boolean freshNodes, int forks, ToDoubleFunction<StudyCell> requestsPerSecond) {
    StudyResults kept =
        SyntheticStudy.ofLoads(
            "max-concurrent-streams",
            forks,
            (cell, fork) ->
                createLoad(cell.threads(), requestsPerSecond.applyAsDouble(cell), fork));
    List<CellFigures> cells =
        kept.cells().stream()
            .map(
                one ->
                    new CellFigures(
                        one.cell(), List.of(), List.of(), Map.of(), one.loadFiles(), freshNodes))
            .toList();
    return StudyReport.of(new StudyResults(kept.order(), kept.studyFile(), cells));
  }

  /**
   * The effect of different nodes cannot be distinguished from that of different limits, with any
   * number of forks.
   */
  @Test
  void doesNotJudgeLimitsOnDifferentNodes() {
    StudyReport document =
        createReport(false, 5, cell -> cell.label().equals("limit-100") ? 4000 : 3000);
    assertThat(document.findings().get(0)).startsWith("Each limit had one node of its own");
    String report = document.markdown(List.of());
    assertThat(report).doesNotContain("Best for", "Protection of a node:");
    assertThat(report)
        .containsPattern("\\| HTTP/2 by HTTP/1.1, 400 in flight \\| [^|]*, no evidence \\|")
        .containsPattern(
            "\\| HTTP/2 by HTTP/1.1, 100 in flight \\| [^|]*, other nodes: not judged \\|")
        .containsPattern(
            "\\| 250 divided by 100: P99 \\| [^|]* \\| [^|]*, other nodes: not judged \\|");
    assertThat(createReport(true, 5, cell -> 3000).markdown(List.of()))
        .doesNotContain("other nodes");
  }

  @Test
  void namesBestLimitWithEvidence() {
    StudyReport document = createReport(5, cell -> cell.label().equals("limit-100") ? 4000 : 3000);
    assertThat(document.findings().get(0))
        .startsWith("Best for bulk indexing (throughput), median of the forks: a limit of 100 str")
        .contains("25 % slower, ratio 0.75");
    assertThat(document.findings().get(1))
        .startsWith(
            "Best for interactive updates (P99), median of the forks: a limit of 100 streams");
    assertThat(document.findings().get(2))
        .startsWith("Protection of a node: a limit of 100 streams is");
  }

  @Test
  void equalLoadsOrSingleForkGiveNoEvidence() {
    assertThat(createReport(5, cell -> 3000).findings().get(0)).contains("within 2 %");
    assertThat(createReport(5, cell -> 3000).findings().get(2))
        .contains("a limit of one stream is the lowest");
    assertThat(createReport(1, cell -> 3000).findings().get(0)).contains("too few forks to judge");
  }
}
