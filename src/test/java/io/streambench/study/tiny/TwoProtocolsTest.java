package io.streambench.study.tiny;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.results.StudyFile;
import io.streambench.study.Documents;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyFolder;
import io.streambench.study.StudyOrder;
import io.streambench.study.StudyReport;
import io.streambench.study.StudyResults;
import io.streambench.study.Timing;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study is one class and one line: here the line hands it in, in {@code cli} it lists it. */
class TwoProtocolsTest {
  @TempDir Path results;

  /** The next study, as small as one can be: what it needs of the others. */
  private static final class TwoProtocols extends Study {
    TwoProtocols() {
      super(
          "two-protocols",
          "Which protocol is faster with three shards?",
          new Timing(1, 1, 1, 1),
          new Timing(1, 1, 1, 1));
    }

    @Override
    public List<StudyCell> cells(Scale scale) {
      return Stream.of("true", "false")
          .map(
              http1 ->
                  StudyCell.streaming("http1-" + http1, scale, "numShards=3 useHttp1=" + http1))
          .toList();
    }

    @Override
    public StudyReport conclude(StudyResults results) {
      return new StudyReport(
          results,
          "Two protocols",
          List.of(),
          List.of(Documents.measured(Documents.cells("Measured", results.cells()), "ops/s")),
          List.of());
    }
  }

  @Test
  void aStudyOfAnotherPackageIsCheckedPlannedReadAndReported() throws Exception {
    StudyOrder order = new StudyOrder(new TwoProtocols(), 2, Scale.QUICK, Map.of());
    assertThat(order.check(Map.of())).isEmpty();
    assertThat(order.plan()).hasSize(4);
    StudyFolder folder =
        new StudyFolder(
            StudyFolder.fresh(
                results, order.study().name(), LocalDateTime.of(2026, 11, 26, 12, 0)));
    new StudyFile(order.study().name(), Map.of(), order.settings(), List.of(), List.of())
        .writeTo(folder.file());
    StudyReport report = StudyReport.of(folder, name -> new TwoProtocols());
    assertThat(report.markdown(List.of()))
        .contains("Which protocol is faster with three shards?", "http1-false", "two-protocols");
  }
}
