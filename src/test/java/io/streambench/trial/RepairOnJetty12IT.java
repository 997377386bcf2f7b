package io.streambench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The repair over Jetty 12, with answers that are larger than a stock client's session window. */
@Tag("program")
@Tag("slow")
class RepairOnJetty12IT {
  private static final int MOST_SECONDS = 60;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"12.0.33", "12.1.5"})
  void noReaderHangs(String version) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g"));
    command.addAll(Jetty12.classPath(version));
    command.add(Jetty12.program("RepairTrial"));
    Path printed = folder.resolve("printed.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).as("it has ended").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(printed))
        .startsWith("Jetty " + version)
        .contains("on-receipt", "dynamic-threshold");
    assertThat(process.exitValue()).isZero();
  }
}
