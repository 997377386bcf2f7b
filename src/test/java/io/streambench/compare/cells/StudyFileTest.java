package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    StudyFile study =
        new StudyFile(
            "main",
            Map.of("os", "Linux", "cpus", 2),
            Map.of("rounds", 5),
            List.of(
                new CellOutcome(
                        "StreamingSearch.stream",
                        "thrpt",
                        Map.of("numShards", "12"),
                        2,
                        0,
                        Outcome.STALLED,
                        "STALLED at 1.8 s",
                        0,
                        "20261121-071928-StreamingSearch.stream-STALLED",
                        null)
                    .withSession(3)),
            List.of());
    Path file = folder.resolve("study.json");
    study.writeTo(file);
    study.writeTo(file);
    assertThat(StudyFile.read(file)).isEqualTo(study);
  }

  @Test
  void keysOfLaterVersionsAreLeftToThem() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("study.json"),
            """
            {"study": "x", "later": 1, "outcomes": [{"benchmark": "B.c", "mode": "thrpt",
              "outcome": "FAILED", "more": true}]}
            """);
    assertThat(StudyFile.read(file).outcomes())
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.outcome()).isEqualTo(Outcome.FAILED));
    assertThat(StudyFile.read(file).outcomes().get(0).session()).isZero();
  }

  @Test
  void whatIsNoStudyIsRefusedInOneLine() throws IOException {
    for (String json :
        List.of(
            "[]",
            "{}",
            "{\"outcomes\": 1}",
            "{\"outcomes\": [{}]}",
            "{\"outcomes\": [{\"benchmark\": \"B.c\", \"mode\": \"thrpt\", \"outcome\": \"x\"}]}",
            "{\"outcomes\"")) {
      Path file = Files.writeString(folder.resolve("study.json"), json);
      assertThatThrownBy(() -> StudyFile.read(file))
          .as(json)
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("study.json")
          .message()
          .hasLineCount(1);
    }
  }
}
