package io.streambench.study.tiny;

import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.StreamingCells;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.util.List;
import java.util.stream.Stream;

/** The next study, as small as one can be: what a package of its own needs of the others. */
final class TwoProtocols implements Study {
  @Override
  public String name() {
    return "two-protocols";
  }

  @Override
  public String question() {
    return "Which protocol is faster with three shards?";
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return Stream.of("true", "false")
        .map(
            http1 ->
                StreamingCells.cell(
                    "http1-" + http1, scale, List.of(), "numShards", "3", "useHttp1", http1))
        .toList();
  }

  @Override
  public Timing timing(Scale scale) {
    return new Timing(1, 1, 1, 1);
  }

  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return 10;
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    return Documents.of(
        results,
        "Two protocols",
        List.of(),
        Documents.labels(new ResultTable("Measured"), cells)
            .number("ops/s", cells.stream().map(Documents::score).toList()),
        List.of());
  }
}
