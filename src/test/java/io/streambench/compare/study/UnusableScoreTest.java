package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.RawResults;
import io.streambench.compare.cells.StudyFile;
import io.streambench.flow.rule.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One fork of 165, whose score cannot be calculated with. */
class UnusableScoreTest {
  private static final Path STUDY = Path.of("docs/results/2026-11-27-fan-out");
  private static final String FORK = "forks/pool-1-1.json";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"\"NaN\"", "\"+INF\"", "\"-INF\"", "0.0", "-1.0", "1e308, 1e308"})
  void aForkWithoutAUsableScoreFailedAndTheReportSaysSo(String iterations) throws Exception {
    Files.copy(STUDY.resolve(StudyFile.NAME), folder.resolve(StudyFile.NAME));
    Files.copy(STUDY.resolve(RawResults.ZIP_NAME), folder.resolve(RawResults.ZIP_NAME));
    Files.createDirectory(folder.resolve("forks"));
    try (RawResults raw = RawResults.of(folder)) {
      String broken =
          Files.readString(raw.file(FORK))
              .replaceFirst(
                  "\"rawData\" : \\[\\s*\\[[^\\]]*\\]",
                  Matcher.quoteReplacement("\"rawData\" : [[" + iterations + "]"));
      Files.writeString(folder.resolve(FORK), broken);
    }
    StudyReport report = StudyReport.of(new StudyFolder(folder), Study::named);
    CellFigures cell = report.results().cells().stream().filter(one -> one.label().equals("pool-1")).findFirst().orElseThrow();
    assertThat(cell.count(Outcome.FAILED)).isEqualTo(1);
    assertThat(cell.firstNotCompleted().orElseThrow().detail())
        .contains("not a positive, finite number");
    assertThat(cell.completed()).hasSize(4);
    assertThat(cell.sample()).isEmpty();
    report.writeTo(new StudyFolder(folder));
    assertThat(folder.resolve("report.md")).content().contains("failed in 1 of 5");
  }
}
