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

/** Tests both main classes in a separate JVM whose output is not read. */
class StandardOutputTest {
  private static final String STALL =
      "src/test/resources/io/streambench/eventlog/golden/jetty12-stall.log.gz";

  private String errorOutput;

  @ParameterizedTest
  @CsvSource({
    "StreambenchMain, predict --shards 12, 0",
    "StreambenchMain, analyze " + STALL + ", 3",
    "StreambenchMain, analyze --format json flow-control-logs/example-12-shards/verdict.json, 2",
    "BenchmarksMain, -l, 0"
  })
  void closedPipeIsNoErrorAndKeepsStatus(String main, String arguments, int status)
      throws Exception {
    Process process = createCommand(main, arguments).start();
    process.getInputStream().close();
    assertThat(awaitEnd(process)).as(errorOutput).isEqualTo(status);
    assertThat(errorOutput).doesNotContain("ERROR");
  }

  @ParameterizedTest
  @CsvSource({
    "StreambenchMain, predict --shards 12, 1",
    "StreambenchMain, analyze " + STALL + ", 3",
    "BenchmarksMain, -l, 1"
  })
  void fullDiskIsError(String main, String arguments, int status) throws Exception {
    File full = new File("/dev/full");
    assertThat(awaitEnd(createCommand(main, arguments).redirectOutput(full).start()))
        .isEqualTo(status);
    assertThat(errorOutput)
        .isEqualTo("ERROR: the answer could not be written to standard output\n");
  }

  private int awaitEnd(Process process) throws Exception {
    errorOutput = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor();
  }

  private static ProcessBuilder createCommand(String main, String arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.streambench.cli." + main));
    command.addAll(List.of(arguments.split(" ")));
    return new ProcessBuilder(command).directory(Installation.moduleFolder().toFile());
  }
}
