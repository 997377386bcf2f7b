package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.streambench.base.SettingException;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.statistics.LogRatio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Checks the file with the spreads of the studies, which follow from committed results. {@code
 * -Dcontracts.write=true} writes the file.
 */
class SpreadTest {
  private static final Path FILE =
      Path.of("src/main/resources/io/streambench/compare/study/spreads.json");

  private static List<Study> studiesWithPrimaryQuestion() {
    return Study.all().stream().filter(study -> study.primary() != null).toList();
  }

  /** A committed run of a study. */
  private record Run(Path folder, StudyFile file) {
    private String startTime() {
      return file.settings().get(StudyRunner.BEGUN_SETTING).toString();
    }
  }

  private static List<Run> runsNewestFirst() throws IOException {
    return CommittedResultsTest.studiesOfThisVersion().stream()
        .map(folder -> new Run(folder, StudyFile.read(folder.resolve(StudyFile.FILE_NAME))))
        .sorted(Comparator.comparing(Run::startTime).reversed())
        .toList();
  }

  /** Returns the spread of the newest run that has the cells of the primary question. */
  private static Optional<Spread> recalculateSpread(Study study, List<Run> newestFirst) {
    return newestFirst.stream()
        .filter(run -> run.file().study().equals(study.name()))
        .flatMap(run -> calculateSpread(study.primary(), run.folder()).stream())
        .findFirst();
  }

  private static Optional<Spread> calculateSpread(Pairing question, Path folder) {
    List<CellFigures> cells = StudyResults.read(new StudyFolder(folder), Study::forName).cells();
    return question
        .meanRatio(cells)
        .map(
            ratio ->
                Spread.of(
                    folder.getFileName().toString(), ratio, question.hasDifferentClusters(cells)));
  }

  @Test
  void spreadsFollowFromNewestCommittedRuns() throws IOException {
    Map<String, Spread> spreads = new TreeMap<>();
    List<Run> runs = runsNewestFirst();
    for (Study study : studiesWithPrimaryQuestion()) {
      Spread spread =
          recalculateSpread(study, runs).orElseThrow(() -> new AssertionError(study.name()));
      double digits = Math.round(1e6 * spread.deviation()) / 1e6;
      spreads.put(
          study.name(), new Spread(spread.from(), spread.rounds(), digits, spread.keptNodes()));
    }
    if (Boolean.getBoolean("contracts.write")) {
      Files.writeString(FILE, JsonFiles.MAPPER.writeValueAsString(spreads) + "\n");
    }
    assertThat(JsonFiles.MAPPER.readTree(FILE.toFile()))
        .isEqualTo(JsonFiles.MAPPER.valueToTree(spreads));
  }

  @Test
  void primaryQuestionsMatchCellsOfStudies() {
    assertThat(Study.all()).filteredOn(study -> study.primary() == null).hasSize(1);
    assertThat(Study.forName("windows").primary()).isNull();
    for (Study study : studiesWithPrimaryQuestion()) {
      List<String> labels = study.cells(Scale.FULL).stream().map(StudyCell::label).toList();
      Map<String, String> pairs = study.primary().baselinesByLabel(labels);
      assertThat(pairs).as(study.name()).isNotEmpty();
      pairs.forEach((cell, base) -> assertThat(cell).isNotEqualTo(base));
    }
  }

  /** Averages over pairs in each round, so that effects of a round on single pairs average out. */
  @Test
  void pairsOfFamilyCountOncePerRound() {
    Pairing both = new Pairing("any", "http2-(recording|full)", "http2-off");
    StudyResults results =
        SyntheticStudy.of(
            "observer-cost",
            4,
            Map.of(
                "http2-off", List.of(1.0, 2.0, 1.0, 2.0),
                "http2-recording", List.of(0.9, 1.8, 0.8, 1.6),
                "http2-full", List.of(0.9, 1.8, 1.0, 2.0)));
    LogRatio ratio = both.meanRatio(results.cells()).orElseThrow();
    assertThat(ratio.forks()).isEqualTo(4);
    assertThat(ratio.ratio()).isCloseTo(Math.sqrt(0.9 * Math.sqrt(0.8)), within(1e-3));
    assertThat(new Pairing("any", "http2-stalls", "http2-off").meanRatio(results.cells()))
        .isEmpty();
  }

  @Test
  void automaticRoundsRespectHourLimit() {
    StudyOrder order =
        new StudyOrder(Study.forName("max-concurrent-streams"), 1, Scale.FULL, Map.of());
    int needed = Spread.ofCommittedRun(order.study()).orElseThrow().roundsNeeded();
    assertThat(Spread.orderWithRoundsNeeded(order, 100).forksPerCell())
        .isEqualTo(needed)
        .isGreaterThan(5);
    StudyOrder less = Spread.orderWithRoundsNeeded(order, 2);
    assertThat(less.forksPerCell()).isBetween(4, needed - 1);
    assertThat(less.estimatedSeconds(less.plannedForks())).isLessThanOrEqualTo(2 * 3600);
    assertThat(
            less.withForks(less.forksPerCell() + 1)
                .estimatedSeconds(less.withForks(less.forksPerCell() + 1).plannedForks()))
        .isGreaterThan(2 * 3600);
    assertThat(Spread.describePlannedPower(less).orElseThrow())
        .contains("; " + less.forksPerCell() + " find it in");
    assertThatThrownBy(() -> Spread.orderWithRoundsNeeded(order, 0))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("--hours must allow 4 rounds");
    StudyOrder strategies = new StudyOrder(Study.forName("strategies"), 1, Scale.FULL, Map.of());
    assertThat(Spread.orderWithRoundsNeeded(strategies.withLabelRegex("-12-"), 8).forksPerCell())
        .isGreaterThanOrEqualTo(4);
    assertThat(Spread.describePlannedPower(strategies.withLabelRegex("-12-0ms"))).isEmpty();
    StudyOrder windows = new StudyOrder(Study.forName("windows"), 1, Scale.FULL, Map.of());
    assertThatThrownBy(() -> Spread.orderWithRoundsNeeded(windows, 8))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("--rounds must be a number");
  }
}
