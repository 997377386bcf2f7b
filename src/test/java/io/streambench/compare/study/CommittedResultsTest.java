package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.chart.CurveChart;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.RawResults;
import io.streambench.compare.cells.StudyFile;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the committed files suffice to reproduce every figure of a report, and that nothing
 * else is committed.
 */
class CommittedResultsTest {
  static List<Path> studies() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("docs/results"))) {
      return all.filter(folder -> Files.exists(folder.resolve("study.json"))).sorted().toList();
    }
  }

  /** Returns the studies except those of Jetty without Solr, which commit bd3e810 can report. */
  static List<Path> studiesOfThisVersion() throws IOException {
    Set<String> names = Study.all().stream().map(Study::name).collect(Collectors.toSet());
    return studies().stream()
        .filter(
            folder -> names.contains(StudyFile.read(folder.resolve(StudyFile.FILE_NAME)).study()))
        .toList();
  }

  /** The reproduced tables must contain every committed number. */
  @ParameterizedTest
  @MethodSource("studiesOfThisVersion")
  void packedForksReproduceReportTables(Path folder) throws IOException {
    StudyResults results = StudyResults.read(new StudyFolder(folder), Study::forName);
    long completed =
        results.studyFile().outcomes().stream()
            .filter(outcome -> outcome.outcome() == Outcome.COMPLETED)
            .filter(outcome -> !allowsTwoStreamsPerConnection(outcome))
            .count();
    assertThat(results.cells().stream().mapToInt(cell -> cell.completedForks().size()).sum())
        .isPositive()
        .isEqualTo((int) completed);
    List<String> codes =
        results.cells().stream().map(CellFigures::label).filter(one -> one.contains("-")).toList();
    StudyReport report = StudyReport.of(results);
    assertThat(report.findings())
        .filteredOn(finding -> !finding.matches("Flagged, .*|.* flagged: .*|Fewer than .*"))
        .flatMap(finding -> List.of(finding.split("[ ,;:()]+")))
        .doesNotContainAnyElementsOf(codes);
    Set<String> made = tableNumbers(report.markdown(List.of()));
    assertThat(made).containsAll(tableNumbers(Files.readString(folder.resolve("report.md"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-24-strategies-grid", "2026-11-27-saturation"})
  void contenderHasOneUniqueColourInAllCharts(String name) {
    Path results = Path.of("docs/results", name);
    Map<String, Set<Integer>> colours =
        StudyReport.of(new StudyFolder(results), Study::forName).charts().stream()
            .flatMap(chart -> ((CurveChart) chart).curves().stream())
            .collect(
                Collectors.groupingBy(
                    curve -> curve.name().split(",")[0],
                    Collectors.mapping(CurveChart.Curve::colourIndex, Collectors.toSet())));
    assertThat(colours.values()).allMatch(all -> all.size() == 1).doesNotHaveDuplicates();
  }

  private static Set<String> tableNumbers(String report) {
    String tables =
        report.lines().filter(line -> line.startsWith("|")).collect(Collectors.joining("\n"));
    return Pattern.compile("\\d+([,.]\\d+)*")
        .matcher(tables)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  /**
   * Omits the values, because unread data is in the kernel over HTTP/1.1 and 0 would be a wrong
   * comparison.
   */
  @Test
  void http1CellsHaveNoFlowControlValues() {
    Path folder = Path.of("docs/results/2026-11-27-concurrent-queries");
    Map<String, Set<String>> counted =
        StudyResults.read(new StudyFolder(folder), Study::forName).cells().stream()
            .collect(
                Collectors.toMap(
                    cell -> cell.cell().label(), cell -> cell.secondaryValues().keySet()));
    assertThat(counted.get("dynamic-threshold-1"))
        .contains("peakUnreadSum, B", "windowUpdates, 1/op");
    assertThat(counted.get("http1-1")).isEmpty();
  }

  /**
   * Returns whether a cell allowed two streams per connection. This setting was a remedy for the
   * stall until the rule showed that it is at the threshold.
   */
  private static boolean allowsTwoStreamsPerConnection(CellOutcome outcome) {
    return "2".equals(outcome.params().get("maxConcurrentStreamsPerConnection"));
  }

  @ParameterizedTest
  @MethodSource("studies")
  void studyFolderHasOnlyExpectedFiles(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .contains("report.md", "study.json", "forks.zip")
          .allMatch(
              name -> name.matches("report\\.md|study\\.json|forks\\.zip|chart-\\d+\\.png|stalls"));
    }
  }

  private static final Path STUDY = Path.of("docs/results/2026-11-27-fan-out");
  private static final String FORK = "forks/pool-1-1.json";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"\"NaN\"", "-1.0", "1e308, 1e308"})
  void reportsForkWithoutUsableScoreAsFailed(String iterations) throws Exception {
    Files.copy(STUDY.resolve(StudyFile.FILE_NAME), folder.resolve(StudyFile.FILE_NAME));
    Files.copy(STUDY.resolve(RawResults.ZIP_NAME), folder.resolve(RawResults.ZIP_NAME));
    Files.createDirectory(folder.resolve("forks"));
    try (RawResults raw = RawResults.of(folder)) {
      String broken =
          Files.readString(raw.resolve(FORK))
              .replaceFirst(
                  "\"rawData\" : \\[\\s*\\[[^\\]]*\\]",
                  Matcher.quoteReplacement("\"rawData\" : [[" + iterations + "]"));
      Files.writeString(folder.resolve(FORK), broken);
    }
    StudyReport report = StudyReport.of(new StudyFolder(folder), Study::forName);
    CellFigures cell =
        report.results().cells().stream()
            .filter(one -> one.label().equals("pool-1"))
            .findFirst()
            .orElseThrow();
    assertThat(cell.count(Outcome.FAILED)).isEqualTo(1);
    assertThat(cell.firstUnsuccessfulOutcome().orElseThrow().detail())
        .contains("not a positive, finite number");
    assertThat(cell.completedForks()).hasSize(4);
    assertThat(cell.sample()).isEmpty();
    report.writeTo(new StudyFolder(folder));
    assertThat(folder.resolve("report.md")).content().contains("failed in 1 of 5");
  }
}
