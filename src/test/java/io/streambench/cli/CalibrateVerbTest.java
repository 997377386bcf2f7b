package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
