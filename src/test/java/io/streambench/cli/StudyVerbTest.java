package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.ContractsTest;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.Scale;
import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests wrong use, which is reported in one line before anything starts. */
class StudyVerbTest {
  private final Verb verb = new Verb();
  @TempDir Path folder;

  private int runStudyVerb(String... arguments) {
    return verb.run(
        Stream.concat(Stream.of("study", "--results", folder.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @Test
  void listHasStableJsonKeys() throws Exception {
    JsonNode first = verb.json(0, "study", "--list").get(0);
    ContractsTest.assertMatchesContract("study", ContractsTest.keys(verb.output()));
    assertThat(first.get("study").asText()).isEqualTo("http1-vs-http2");
    assertThat(first.get("cells").asInt()).isPositive();
    assertThat(first.get("secondsPerFork").asInt())
        .isGreaterThan(first.get("quickSeconds").asInt());
  }

  @Test
  void listShowsRequiredRoundsAndDuration() throws Exception {
    JsonNode only = verb.json(0, "study", "saturation", "--list");
    assertThat(only).hasSize(1);
    int rounds = only.get(0).get("roundsNeeded").asInt();
    assertThat(rounds).isGreaterThanOrEqualTo(4);
    assertThat(verb.run("study", "saturation", "--list")).isZero();
    assertThat(verb.output())
        .containsPattern(
            "primary question: "
                + only.get(0).get("primaryQuestion").asText()
                + "; it takes "
                + rounds
                + " rounds .* of cases: [0-9.]+ h");
    assertThat(verb.run("study", "saturation", "--list", "--format", "md")).isZero();
    assertThat(verb.output()).startsWith("| study | question | primary question");
  }

  @Test
  void rejectsInvalidResultsFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "any");
    for (Path place : List.of(file, file.resolve("below"))) {
      assertThat(verb.run("study", "fan-out", "--results", place.toString()))
          .isEqualTo(ExitStatus.WRONG_USE.code());
      assertThat(verb.errorOutput())
          .isEqualTo("--results must be a folder that can be written, got '" + place + "'\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, study",
    "http1-vs-http2 --set numShard=2, --set",
    "http1-vs-http2 --forks 0, --forks",
    "http1-vs-http2 --rounds many, --forks",
    "http1-vs-http2 --rounds 5 --hours 1, --hours",
    "http1-vs-http2 --rounds auto --hours 1, --hours",
    "http1-vs-http2 --rounds auto --quick, --rounds",
    "windows --rounds auto, --rounds",
    "http1-vs-http2 --resume, --resume",
    "http1-vs-http2 --resume=nofolder, --resume",
    "http1-vs-http2 --set zkHost=nowhere, zkHost",
    "http1-vs-http2 --rate 5, --rate",
    "http1-vs-http2 --p99 50ms, --p99",
    "saturation --p99 fast, --p99",
    "saturation --bound 50ms, --bound",
    "saturation --rate 0, rate",
  })
  void reportsWrongUseInOneLineAndLeavesNoFiles(String commandLine, String expectedText) {
    assertThat(runStudyVerb(commandLine.split(" "))).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).contains(expectedText).hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void resumeRequiresOriginalSystemProperties() throws Exception {
    Study study = Study.forName("fan-out");
    StudyOrder order = new StudyOrder(study, 1, Scale.QUICK, Map.of());
    Map<String, Object> originalEnvironment =
        Map.of("jvmArguments", List.of("-Xmx256m", "-Dsolr.http1=true", "-Da=b"));
    new StudyFile(study.name(), originalEnvironment, order.toSettings(), List.of(), List.of())
        .writeTo(folder.resolve("study.json"));
    assertThat(runStudyVerb("fan-out", "--resume=" + folder))
        .isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput())
        .contains("--resume", "JAVA_OPTS", "-Dsolr.http1=true")
        .doesNotContain("-Da=b")
        .hasLineCount(1);
  }

  @Test
  void reportRejectsFolderWithoutStudy() {
    assertThat(verb.run("report", folder.toString())).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).hasLineCount(1);
  }
}
