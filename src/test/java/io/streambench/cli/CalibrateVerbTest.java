package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.results.JmhJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrateVerbTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int calibrate(String... arguments) {
    String[] all =
        Stream.concat(Stream.of("calibrate"), Stream.of(arguments)).toArray(String[]::new);
    return StreambenchMain.run(all, new PrintStream(out, true), new PrintStream(err, true));
  }

  private String answer() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aThousandPairsOfTenForksAreCalibrated() {
    assertThat(calibrate("--pairs", "1000", "--forks", "4,10")).isZero();
    assertThat(answer())
        .contains("1,000 pairs of equals", "forks vary by 5 %", "seed 1")
        .contains("calibrated: equals are called different in at most 5 % of all pairs");
  }

  @Test
  void fourForksAreTooFewToFindTenPercentAndTheStatusSaysSo() {
    assertThat(calibrate("--pairs", "500", "--forks", "4")).isEqualTo(1);
    assertThat(answer()).contains("NOT calibrated", "LESS than 90 %");
  }

  @Test
  void jsonHasEveryRateWithItsInterval() throws IOException {
    calibrate("--pairs", "200", "--forks", "6", "--format", "json");
    JsonNode line = new ObjectMapper().readTree(answer()).get("lines").get(0);
    assertThat(line.get("settings").get("forks").asInt()).isEqualTo(6);
    assertThat(line.get("held").get("of").asInt()).isEqualTo(400);
    assertThat(line.get("falseAlarms").get("interval")).hasSize(2);
  }

  private static Path measured(Path folder, int forks) throws IOException {
    double[] scores = IntStream.range(0, forks).mapToDouble(i -> 100 + i % 7).toArray();
    return new JmhJson()
        .stream(Map.of("numShards", "12"), JmhJson.forks(scores))
            .writeTo(folder.resolve("aa.json"));
  }

  @Test
  void realForksAreDealtToPairsOfEquals(@TempDir Path folder) throws IOException {
    assertThat(calibrate("--real", measured(folder, 80).toString())).isZero();
    assertThat(answer())
        .contains("80 measured forks of one cell", "no contradiction")
        .containsPattern("4 +10 +0 +0.0 % ")
        .containsPattern("10 +4 +0 +0.0 % ");
  }

  @Test
  void numbersOfForksThatARealFileCannotFillAreLeftOut(@TempDir Path folder) throws IOException {
    Path file = measured(folder, 9);
    calibrate("--real", file.toString(), "--format", "json");
    JsonNode lines = new ObjectMapper().readTree(answer()).get("lines");
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0).get("forks").asInt()).isEqualTo(4);
    assertThat(lines.get(0).get("falseAlarms").get("of").asInt()).isEqualTo(1);
  }

  @Test
  void aRealFileWithTooFewForksIsOneLine(@TempDir Path folder) throws IOException {
    assertThat(calibrate("--real", measured(folder, 7).toString())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--real", "8 forks or more, and it has 7")
        .hasLineCount(1);
  }

  @Test
  void aRealFileThatIsNotThereIsOneLine() {
    assertThat(calibrate("--real", "nothing-there.json")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("nothing-there.json").hasLineCount(1);
  }

  @Test
  void whatMakesForksUpIsRefusedBesideRealOnes(@TempDir Path folder) throws IOException {
    String file = measured(folder, 8).toString();
    assertThat(calibrate("--real", file, "--cv", "5%")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--cv").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--pairs 0",
        "--forks 3",
        "--forks x",
        "--cv 5",
        "--loss 0%",
        "--cv 0%",
        "--seed x"
      })
  void aMistakeIsOneLine(String typed) {
    assertThat(calibrate(typed.split(" "))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(typed.split(" ")[0]).hasLineCount(1);
    assertThat(answer()).isEmpty();
  }
}
