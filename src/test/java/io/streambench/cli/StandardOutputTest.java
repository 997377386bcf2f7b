package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both mains in a JVM of their own, of which nobody reads the answer. */
class StandardOutputTest {
  private static final String STALL =
      "src/test/resources/io/streambench/eventlog/golden/jetty12-stall.log.gz";

  private String complaint;

  @ParameterizedTest
  @CsvSource({
    "StreambenchMain, predict --shards 12, 0",
    "StreambenchMain, analyze " + STALL + ", 3",
    "StreambenchMain, analyze --format json flow-control-logs/example-12-shards/verdict.json, 2",
    "BenchmarksMain, -l, 0"
  })
  void aClosedPipeIsNoErrorAndTheStatusIsThatOfTheAnswer(String main, String typed, int status)
      throws Exception {
    Process process = command(main, typed).start();
    process.getInputStream().close();
    assertThat(ended(process)).as(complaint).isEqualTo(status);
    assertThat(complaint).doesNotContain("ERROR");
  }

  @ParameterizedTest
  @CsvSource({
    "StreambenchMain, predict --shards 12, 1",
    "StreambenchMain, analyze " + STALL + ", 3",
    "BenchmarksMain, -l, 1"
  })
  void aFullDiskIsAnError(String main, String typed, int status) throws Exception {
    File full = new File("/dev/full");
    assertThat(ended(command(main, typed).redirectOutput(full).start())).isEqualTo(status);
    assertThat(complaint).isEqualTo("ERROR: the answer could not be written to standard output\n");
  }

  private int ended(Process process) throws Exception {
    complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor();
  }

  private static ProcessBuilder command(String main, String typed) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.streambench.cli." + main));
    command.addAll(List.of(typed.split(" ")));
    return new ProcessBuilder(command).directory(Installation.moduleFolder().toFile());
  }
}
