package io.streambench.study.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.BenchmarkSettings;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.cli.Studies;
import io.streambench.predict.SafeWindowRule;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.CellFigures;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputBufferTest {
  private static final List<Double> SIX = List.of(6.0, 6.1, 5.9, 6.04, 5.96);
  private static final List<Double> FOUR = List.of(4.0, 4.05, 3.95, 4.02, 3.98);
  private static final List<StudyCell> CELLS = Studies.named("output-buffer").cells(Scale.FULL);

  /** HTTP/2 is slower with one query and the small buffer, and costs twice as much CPU there. */
  private static StudyDocument document(String stalled) {
    StudyResults bare =
        SyntheticStudy.of(
            "output-buffer",
            5,
            label ->
                label.equals(stalled) ? List.of() : label.startsWith("stock-32k-1-") ? FOUR : SIX);
    List<CellFigures> cells = new ArrayList<>();
    for (CellFigures cell : bare.cells()) {
      double cpu = cell.cell().label().startsWith("stock-32k") ? 8 : 4;
      cells.add(
          new CellFigures(
              cell.cell(),
              cell.outcomes(),
              cell.completed(),
              cell.unit(),
              Map.of(
                  ProcessCostProfiler.CLIENT_CPU, cpu / 4,
                  ProcessCostProfiler.NODES_CPU, cpu * 3 / 4,
                  ProcessCostProfiler.CLIENT_SWITCHES, 10.0),
              List.of()));
    }
    StudyResults results = new StudyResults(bare.order(), bare.file(), cells);
    return results.order().study().conclude(results);
  }

  private static List<String> column(StudyDocument document, String head) {
    return SyntheticStudy.column(document.tables().get(0), head);
  }

  @Test
  void costsOfBothProcessesAreAddedAndNotShownWhereOneIsUnknown() {
    StudyDocument document = document("");
    assertThat(column(document, "CPU, ms/MB")).startsWith("4.00", "4.00", "8.00", "4.00");
    assertThat(column(document, "CPU, ratio to HTTP/1.1, 32 KiB"))
        .startsWith("1.00", "1.00", "2.00", "1.00");
    assertThat(column(document, "voluntary context switches/MB, at least")).containsOnly("-");
    assertThat(column(document, "compared with HTTP/1.1, 32 KiB").get(0)).isEmpty();
  }

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
