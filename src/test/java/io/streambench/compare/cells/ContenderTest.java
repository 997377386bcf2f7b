package io.streambench.compare.cells;

import static io.streambench.compare.cells.JmhJson.forks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContenderTest {
  private static final Map<String, String> THREE = Map.of("numShards", "3");
  private static final Map<String, String> TWELVE = Map.of("numShards", "12");

  @TempDir Path folder;

  private static CellOutcome outcome(Map<String, String> params, Outcome outcome, String result) {
    return outcome(params, 1, outcome, result);
  }

  private static CellOutcome outcome(
      Map<String, String> params, int round, Outcome outcome, String result) {
    return new CellOutcome(
        "StreamingSearch.stream", "thrpt", params, round, 0, outcome, "", 0, null, result);
  }

  private static StudyFile studyFile(CellOutcome... outcomes) {
    return new StudyFile("main", Map.of("cpus", 2), Map.of(), List.of(outcomes), List.of());
  }

  @Test
  void warnsAboutScoresThatCountFailedRequests() throws IOException {
    Map<String, Object> success = Map.of("scoreUnit", "%", "rawData", List.of(List.of(100, 60)));
    Path file =
        new JmhJson()
            .stream(THREE, forks(3.0))
                .with("secondaryMetrics", Map.of("success", success))
                .writeTo(folder.resolve("a.json"));
    assertThat(Contender.read(file, "mine", null).warnings())
        .singleElement()
        .asString()
        .contains("80.0 % succeeded");
    assertThat(Contender.read(file, "mine", "success").warnings()).isEmpty();
  }

  @Test
  void ignoresUnmeasuredForks() throws IOException {
    new JmhJson().stream(THREE, forks(1.0)).writeTo(folder.resolve("forks/0.json"));
    new JmhJson().stream(THREE, forks(3.0)).writeTo(folder.resolve("forks/1.json"));
    new StudyFile(
            "main",
            Map.of("cpus", 2),
            Map.of(),
            List.of(outcome(THREE, Outcome.COMPLETED, "forks/1.json")),
            List.of(
                outcome(THREE, 0, Outcome.COMPLETED, "forks/0.json"),
                outcome(THREE, 0, Outcome.STALLED, null)))
        .writeTo(folder.resolve("study.json"));
    assertThat(readForkScores()).containsExactly(3.0);
    packForks("forks/0.json", "forks/1.json");
    assertThat(readForkScores()).as("packed").containsExactly(3.0);
  }

  private void packForks(String... forkFiles) throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(folder.resolve("forks.zip"), Map.of("create", "true"))) {
      Files.createDirectory(zip.getPath("forks"));
      for (String name : forkFiles) {
        Files.move(folder.resolve(name), zip.getPath(name));
      }
    }
  }

  private List<Double> readForkScores() {
    MeasuredCell cell = Contender.read(folder, "mine", null).cells().get(0);
    assertThat(cell.outcome()).isEqualTo(Outcome.COMPLETED);
    return cell.forks().stream().map(Fork::score).toList();
  }

  /**
   * Reads forks that {@code zip -rm forks.zip forks} has packed, and a fork measured later next to
   * them.
   */
  @Test
  void readsPackedAndUnpackedForks() throws IOException {
    for (String name : List.of("forks/1.json", "forks/2.json")) {
      new JmhJson().stream(THREE, forks(3.0)).writeTo(folder.resolve(name));
    }
    packForks("forks/1.json", "forks/2.json");
    new JmhJson().stream(THREE, forks(3.2)).writeTo(folder.resolve("forks/2.json"));
    studyFile(
            outcome(THREE, Outcome.COMPLETED, "forks/1.json"),
            outcome(THREE, Outcome.COMPLETED, "forks/2.json"),
            outcome(TWELVE, Outcome.COMPLETED, "forks/3.json"))
        .writeTo(folder.resolve("study.json"));
    Contender contender = Contender.read(folder, "mine", null);
    assertThat(contender.cells().get(0).forks())
        .extracting(Fork::score)
        .containsExactlyInAnyOrder(3.0, 3.2);
    assertThat(contender.warnings())
        .containsExactly("1 result file(s) missing, the first is forks/3.json");
  }

  @Test
  void rejectsDamagedForksZip() throws IOException {
    studyFile(outcome(THREE, Outcome.COMPLETED, "forks/1.json"))
        .writeTo(folder.resolve("study.json"));
    Files.writeString(folder.resolve("forks.zip"), "PK and no more");
    assertThatThrownBy(() -> Contender.read(folder, "mine", null))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("forks.zip");
  }

  @Test
  void readsOutcomesIfEveryCellStalled() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "[]");
    assertThatThrownBy(() -> Contender.read(file, "mine", null))
        .isInstanceOf(SettingException.class);
    studyFile(outcome(TWELVE, Outcome.STALLED, null)).writeTo(folder.resolve("x.outcomes.json"));
    assertThat(Contender.read(file, "mine", null).cells()).hasSize(1);
  }

  @Test
  void ignoresOtherJsonButRejectsTruncatedResults() throws IOException {
    new JmhJson().stream(THREE, forks(3.0)).writeTo(folder.resolve("a.json"));
    Files.writeString(folder.resolve("verdict.json"), "{\"verdict\": \"STALLED\"}");
    assertThat(Contender.read(folder, "mine", null).files()).hasSize(1);
    Files.writeString(folder.resolve("half.json"), "[{\"benchmark\": \"a.B");
    assertThatThrownBy(() -> Contender.read(folder, "mine", null))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("half.json");
  }

  @Test
  void countsDuplicateMeasurementOnce() throws IOException {
    double[][] scores = forks(3.0, 3.1, 3.2, 3.3);
    JmhJson twice = new JmhJson().stream(THREE, scores).stream(THREE, scores);
    Path joined = twice.writeTo(folder.resolve("joined/x.json"));
    new JmhJson().stream(THREE, scores).writeTo(folder.resolve("copies/a.json"));
    new JmhJson().stream(THREE, scores).writeTo(folder.resolve("copies/later/b.json"));
    for (Path path : List.of(joined, folder.resolve("copies"))) {
      Contender contender = Contender.read(path, "mine", null);
      assertThat(contender.cells().get(0).forks()).as(path.toString()).hasSize(4);
      assertThat(contender.warnings())
          .singleElement()
          .asString()
          .startsWith("counted once: 1 result of mine found twice with the same scores, first in ");
    }
    Path again =
        new JmhJson()
            .stream(THREE, scores).stream(THREE, forks(3.3, 3.0, 3.1, 3.2))
                .writeTo(folder.resolve("again.json"));
    Path coarse =
        new JmhJson()
            .stream(THREE, forks(1, 2, 1, 2)).stream(THREE, forks(1, 2, 1, 2))
                .writeTo(folder.resolve("coarse.json"));
    for (Path two : List.of(again, coarse)) {
      Contender contender = Contender.read(two, "mine", null);
      assertThat(contender.cells().get(0).forks()).as(two.toString()).hasSize(8);
      assertThat(contender.warnings()).isEmpty();
    }
  }

  @Test
  void rejectsFolderWithoutResults() {
    assertThatThrownBy(() -> Contender.read(folder, "mine", null))
        .hasMessage("FILE must hold results of JMH (*.json), got '" + folder + "'");
    assertThatThrownBy(() -> Contender.read(folder.resolve("none"), "mine", null))
        .hasMessageStartingWith("FILE must be an existing file or folder");
  }

  @Test
  void doesNotJudgeCellWithUnusableScore() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.json"),
            """
            [{"benchmark": "a.B.c", "mode": "thrpt", "primaryMetric": {"scoreUnit": "ops/s",
              "rawData": [["NaN"], [0.0], [2.0]]}}]
            """);
    MeasuredCell cell = Contender.read(file, "mine", null).cells().get(0);
    assertThat(cell.unusableForkCount()).isEqualTo(2);
    assertThat(cell.detail()).contains("2 of 3 forks, 0 in 1");
    assertThat(cell.sample("ops/s")).as("the lucky one is no result").isEmpty();
  }

  /** Old versions of JMH wrote the scores of the remaining forks. */
  @Test
  void doesNotJudgeCellWithFailedForks() throws IOException {
    Path file =
        new JmhJson()
            .stream(THREE, forks(1.0, 1.1, 1.2, 1.3, 1.4)).with("forks", 7).stream(
                    TWELVE, forks(1.0, 1.1, 1.2, 1.3, 1.4))
                .with("forks", 5)
                .writeTo(folder.resolve("x.json"));
    List<MeasuredCell> cells = Contender.read(file, "mine", null).cells();
    assertThat(cells.get(0).detail()).contains("2 of 7 forks");
    assertThat(cells.get(0).sample("ops/s")).isEmpty();
    assertThat(cells.get(1).sample("ops/s")).isPresent();
  }
}
