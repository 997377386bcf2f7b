package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.Installation;
import io.streambench.program.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests JMH options that engineers use, with a benchmark that needs no cluster. */
@Tag("program")
class JmhOptionsIT {
  private static final String MAIN_CLASS = BenchmarksMain.class.getName();
  private static final String QUICK =
      "-p mode=THREADS -p subscribers=4 -p maxConcurrent=2 -wi 0 -i 1 -r 1 -w 1 FanOutDelivery";

  @TempDir Path folder;

  private JavaProcess run(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of(QUICK.split(" ")));
    return new JavaProcess(
        folder,
        List.of("-Dstreambench.logs=" + folder.resolve("logs")),
        MAIN_CLASS,
        arguments.toArray(String[]::new));
  }

  @Test
  void warnsThatScoresWithoutForksAreUnreliable() throws Exception {
    Path results = folder.resolve("r.json");
    try (JavaProcess debugged = run("-f", "0", "-rf", "json", "-rff", results.toString())) {
      assertThat(debugged.waitFor()).as(debugged.output()).isZero();
      assertThat(debugged.output()).containsOnlyOnce("warning: -f 0").contains("COMPLETED");
    }
    assertThat(new ObjectMapper().readTree(results.toFile()).at("/0/forks").asInt(-1)).isZero();
  }

  /** The fork prints additional lines. */
  @Test
  void printsOnlyToOutputFile() throws Exception {
    Path file = folder.resolve("out.txt");
    try (JavaProcess run = run("-f", "1", "-o", file.toString(), "-jvmArgs", "-Xlog:startuptime")) {
      assertThat(run.waitFor()).as(run.output()).isZero();
      assertThat(run.output()).isEmpty();
    }
    assertThat(file).content().contains("[startuptime]", "# Fork: 1 of 1", "COMPLETED");
  }

  @Test
  void printsFailureDespiteOutputFile() throws Exception {
    Path file = folder.resolve("out.txt");
    try (JavaProcess run = run("-f", "1", "-o", file.toString(), "-jvmArgs", "-agentlib:none")) {
      assertThat(run.waitFor()).as(run.output()).isEqualTo(ExitStatus.FAILED.code());
      assertThat(run.output()).contains("1 of 1 combinations failed", file.toString());
    }
  }

  /** Covers IDEs that do not process annotations. */
  @Test
  void explainsHowToCreateMissingBenchmarkList() throws Exception {
    Path target = Installation.moduleFolder().resolve("target");
    Files.createSymbolicLink(folder.resolve("io"), target.resolve("classes/io"));
    for (String argument : List.of("StreamingSearch", "-l", "-h")) {
      try (JavaProcess ide =
          new JavaProcess(
              folder + ":" + target + "/lib/*", folder, List.of(), MAIN_CLASS, argument)) {
        assertThat(ide.waitFor()).isEqualTo(ExitStatus.WRONG_USE.code());
        assertThat(ide.output())
            .contains("BenchmarkList", "./mvnw -q package -DskipTests", "CONTRIBUTING.md")
            .hasLineCount(1);
      }
    }
  }
}
