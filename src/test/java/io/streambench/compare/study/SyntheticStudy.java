package io.streambench.compare.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.base.files.JsonFiles;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Creates synthetic study results: scores by cell label; a cell without scores has stalled. */
public final class SyntheticStudy {
  private SyntheticStudy() {}

  public static StudyResults of(String study, int forks, Map<String, List<Double>> scores) {
    return of(study, forks, label -> scores.getOrDefault(label, List.of()));
  }

  /** Creates results from a function of the label. */
  public static StudyResults of(String study, int forks, Function<String, List<Double>> scores) {
    StudyOrder order = new StudyOrder(Study.forName(study), forks, Scale.FULL, Map.of());
    List<CellFigures> cells = new ArrayList<>();
    for (StudyCell cell : order.cells()) {
      List<Double> mine = scores.apply(cell.label());
      List<CellOutcome> outcomes = new ArrayList<>();
      List<Fork> completed = new ArrayList<>();
      for (int round = 1; round <= forks; round++) {
        boolean stalled = mine.isEmpty();
        outcomes.add(
            new CellOutcome(
                cell.benchmark(),
                "thrpt",
                cell.parameters(),
                round,
                0,
                stalled ? Outcome.STALLED : Outcome.COMPLETED,
                stalled ? "last tuple at 1.8 s" : "",
                0,
                stalled ? "stalls/" + cell.label() : null,
                stalled ? null : "forks/x.json"));
        if (!stalled) {
          double score = mine.get(round - 1);
          completed.add(new Fork(List.of(score, score * 1.001, score * 0.999, score)));
        }
      }
      cells.add(
          new CellFigures(
              cell,
              outcomes,
              completed,
              Map.of("windowUpdates", mine.size() * 1.0),
              List.of(),
              false));
    }
    StudyFile file =
        new StudyFile(
            study, Map.of("jdk", "17", "cpus", 2), order.toSettings(), List.of(), List.of());
    return new StudyResults(order, file, cells);
  }

  /** Creates the report of a study for these scores. */
  public static StudyReport createReport(
      String study, int forks, Function<String, List<Double>> scores) {
    return StudyReport.of(of(study, forks, scores));
  }

  /** Creates results of request loads, with a load per cell and fork. */
  public static StudyResults ofLoads(
      String study, int forks, BiFunction<StudyCell, Integer, LoadFile> load) {
    StudyResults empty = of(study, forks, Map.of());
    List<CellFigures> cells = new ArrayList<>();
    for (CellFigures cell : empty.cells()) {
      List<LoadFile> loads =
          IntStream.range(0, forks).mapToObj(fork -> load.apply(cell.cell(), fork)).toList();
      cells.add(new CellFigures(cell.cell(), List.of(), List.of(), Map.of(), loads, false));
    }
    return new StudyResults(empty.order(), empty.studyFile(), cells);
  }

  /** Parses a study from JSON in the format of {@code studies.json}. */
  public static Study parseStudy(String json) {
    try {
      return JsonFiles.RESOURCE_MAPPER.readValue(json, Study.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Creates a cell with one thread. */
  static StudyCell cell(String label, String benchmark, String pairs) {
    return new StudyCell(label, benchmark, StudyCell.parseParameters(pairs), 1);
  }

  /** Returns the texts of a column. */
  public static List<String> column(ResultTable table, String head) {
    return table.columns().stream()
        .filter(column -> column.head().equals(head))
        .flatMap(column -> column.entries().stream())
        .map(ResultTable.Entry::text)
        .toList();
  }
}
