package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  @TempDir Path folder;

  @Test
  void ignoresUnknownKeys() throws IOException {
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
  void rejectsInvalidStudyFileInOneLine() throws IOException {
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
