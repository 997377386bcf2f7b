package io.streambench.study.tiny;

import io.streambench.report.study.StudyDocument;
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
final class TwoProtocols extends Study {
  TwoProtocols() {
    super(
        "two-protocols",
        "Which protocol is faster with three shards?",
        new Timing(1, 1, 1, 1),
        new Timing(1, 1, 1, 1));
    quickClusters = 10;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    return Stream.of("true", "false")
        .map(http1 -> StreamingCells.cell("http1-" + http1, scale, "numShards=3 useHttp1=" + http1))
        .toList();
  }

  @Override
  public StudyDocument conclude(StudyResults results) {
    return Documents.of(
        results,
        "Two protocols",
        List.of(),
        List.of(Documents.measured(Documents.cells("Measured", results.cells()), "ops/s")),
        List.of());
  }
}
