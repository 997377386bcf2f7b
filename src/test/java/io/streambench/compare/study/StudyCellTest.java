package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.CellOutcome;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.rule.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyCellTest {
  private static final String BENCHMARK = "io.streambench.bench." + StudyCell.STREAMING_BENCHMARK;

  private static StudyCell cell(Map<String, String> overrides) {
    return new StudyOrder(Study.forName("http1-vs-http2"), 1, Scale.FULL, overrides).cells().get(0);
  }

  private static CellOutcome outcome(String benchmark, Map<String, String> params) {
    return new CellOutcome(benchmark, "thrpt", params, 1, 0, Outcome.COMPLETED, "", 0, null, null);
  }

  @Test
  void matchesOutcomeOfVersionWithoutParameter() {
    Map<String, String> earlier = new HashMap<>(cell(Map.of()).identifyingParameters());
    earlier.remove("flowControl");
    assertThat(cell(Map.of()).matches(outcome(BENCHMARK, earlier))).isTrue();
    assertThat(cell(Map.of("flowControl", "on-receipt")).matches(outcome(BENCHMARK, earlier)))
        .isFalse();
  }

  @Test
  void doesNotMatchOutcomeWithOtherParameters() {
    Map<String, String> other = new HashMap<>(cell(Map.of()).identifyingParameters());
    other.put("docCount", "17");
    assertThat(cell(Map.of()).matches(outcome(BENCHMARK, other))).isFalse();
    Map<String, String> more = new HashMap<>(cell(Map.of()).identifyingParameters());
    more.put("unheardOf", "1");
    assertThat(cell(Map.of()).matches(outcome(BENCHMARK, more))).isFalse();
    assertThat(
            cell(Map.of())
                .matches(outcome("other.Benchmark", cell(Map.of()).identifyingParameters())))
        .isFalse();
  }

  /** The windows are safe for responses of any size, even if all streams share one session. */
  @ParameterizedTest
  @CsvSource({"http1-vs-http2, A6, 1", "strategies, tuned-.*, 16", "output-buffer, stock-.*, 8"})
  void tunedWindowsAreSafeWithBuffering(String study, String labelRegex, int expectedCount) {
    StudyOrder order = new StudyOrder(Study.forName(study), 1, Scale.FULL, Map.of());
    List<StudyCell> chosen =
        order.cells().stream().filter(cell -> cell.label().matches(labelRegex)).toList();
    assertThat(chosen).hasSize(expectedCount);
    for (StudyCell cell : chosen) {
      assertThat(cell.parameters()).containsEntry("flowControl", "buffering");
      SafeWindowRule one = WindowsStudy.safeWindowRule(cell);
      int streams = one.streamsPerSession() * cell.threads();
      SafeWindowRule all =
          new SafeWindowRule(streams, one.streamWindow(), one.sessionWindow(), one.bufferRatio());
      assertThat(all.isSafe()).as(cell.label()).isTrue();
    }
  }

  /**
   * Parses the command like a shell and JMH, to compare the parameters that differ from the
   * defaults.
   */
  @ParameterizedTest
  @ValueSource(strings = {"http1-vs-http2", "strategies", "saturation", "single-request"})
  void commandHasParametersOfCell(String study) {
    StudyOrder order = new StudyOrder(Study.forName(study), 5, Scale.FULL, Map.of());
    for (StudyCell cell : order.cells()) {
      Map<String, String> read = new HashMap<>(Benchmarks.defaultParameters(cell.benchmark()));
      Matcher parameter =
          Pattern.compile(" -p (\\w+)=(\\S+)").matcher(cell.command(order.timing(cell), List.of()));
      while (parameter.find()) {
        read.put(parameter.group(1), parameter.group(2));
      }
      assertThat(read).as(cell.label()).isEqualTo(cell.parameters());
    }
  }

  @Test
  void onlyOwnBenchmarksHaveDefaults() {
    Map<String, String> ours = Benchmarks.defaultParameters("StreamingSearch.stream");
    assertThat(Benchmarks.isDefault("StreamingSearch.stream", "nodeCount", ours.get("nodeCount")))
        .isTrue();
    assertThat(Benchmarks.isDefault("com.acme.X.y", "nodeCount", ours.get("nodeCount"))).isFalse();
  }
}
