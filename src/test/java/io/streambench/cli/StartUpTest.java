package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that a short call initializes, in a JVM of its own: its user waits for them. */
@Timeout(60)
class StartUpTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "predict --shards 12",
        "analyze flow-control-logs/example-12-shards/flow-control.log.gz"
      })
  void aVerbThatOnlyReadsAndWritesStartsNoLoggingAndNoSolr(String arguments) throws Exception {
    Path loads = folder.resolve("loads");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+init=info:file=" + loads + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                StreambenchMain.class.getName()));
    command.addAll(List.of(arguments.split(" ")));
    Process process =
        new ProcessBuilder(command)
            .directory(Home.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
    List<String> initialized =
        Files.readAllLines(loads).stream().filter(line -> line.contains("Initializing '")).toList();
    assertThat(initialized).as(Files.readString(folder.resolve("said"))).hasSizeGreaterThan(100);
    assertThat(initialized)
        .noneMatch(line -> line.contains("'org/apache/logging/"))
        .noneMatch(line -> line.contains("'org/apache/solr/"))
        .noneMatch(line -> line.contains("'org/eclipse/jetty/"));
  }
}
