package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.BenchmarkSettings;
import io.streambench.cli.Studies;
import io.streambench.predict.SafeWindowRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputBufferTest {
  private static final List<StudyCell> CELLS = Studies.named("output-buffer").cells(Scale.FULL);

  @Test
  void everyCellIsAllowedAndJettysStrategyIsSafeHoweverStreamsAreSpread() {
    assertThat(CELLS).hasSize(24);
    for (StudyCell cell : CELLS) {
      Map<String, String> parameters = new LinkedHashMap<>(cell.parameters());
      parameters.putIfAbsent("initialStreamRecvWindow", "default");
      parameters.putIfAbsent("initialSessionRecvWindow", "default");
      parameters.putIfAbsent("zkHost", "none");
      parameters.putIfAbsent("collection", "own");
      assertThat(BenchmarkSettings.check(cell.benchmark(), "thrpt", parameters, Map.of()))
          .isEmpty();
      if (cell.label().startsWith("stock")) {
        assertThat(
                new SafeWindowRule(
                        12 * cell.threads(),
                        Long.parseLong(parameters.get("initialStreamRecvWindow")),
                        Long.parseLong(parameters.get("initialSessionRecvWindow")),
                        0.5)
                    .safe())
            .isTrue();
      }
    }
  }
}
