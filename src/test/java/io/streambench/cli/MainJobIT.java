package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.program.JavaProcess;
import io.streambench.program.Words;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the main job as users start it, with forks. */
@Tag("program")
class MainJobIT {
  private static final String JMH = "org.openjdk.jmh.Main";
  private static final String MAIN_CLASS = BenchmarksMain.class.getName();
  private static final String SMALL =
      "-p nodeCount=2 -p numShards=4 -p docCount=200 -p docSizeBytes=8192 -wi 0 -i 1 -r 1";

  @TempDir Path folder;

  private static String[] smallJob(String commandLine, String... options) {
    List<String> arguments = new ArrayList<>(List.of(Words.of(SMALL + " " + commandLine)));
    arguments.addAll(List.of(options));
    arguments.add("StreamingSearch");
    return arguments.toArray(String[]::new);
  }

  private Path logs() {
    return folder.resolve("logs");
  }

  private List<String> properties() {
    return List.of("-Dstreambench.logs=" + logs());
  }

  private List<Path> runFolders() throws Exception {
    try (Stream<Path> all = Files.list(logs())) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  @Tag("slow")
  @Test
  void runsWithJmhMainFromAnyFolder() throws Exception {
    try (JavaProcess ide =
        new JavaProcess(folder, properties(), JMH, smallJob("-p useHttp1=false -p capture=full"))) {
      assertThat(ide.waitFor()).as(ide.output()).isZero();
      assertThat(ide.output())
          .contains("# in effect, benchmark's client and clients in the nodes: HTTP/2", "ops/s")
          .doesNotContain("are there stray running threads");
    }
    assertThat(runFolders()).singleElement().asString().endsWith("-COMPLETED");
    try (InputStream log =
        new GZIPInputStream(
            Files.newInputStream(runFolders().get(0).resolve("flow-control.log.gz")))) {
      assertThat(new String(log.readNBytes(100_000), StandardCharsets.UTF_8))
          .contains("HTTP2ClientSession@");
    }
  }

  @Test
  void continuesAfterStallAndReportsEveryOutcome() throws Exception {
    Path json = folder.resolve("results.json");
    try (JavaProcess run =
        new JavaProcess(
            folder,
            List.of("-Dstreambench.summary=md"),
            MAIN_CLASS,
            smallJob(
                "-p useHttp1=false,true -p initialStreamRecvWindow=65535"
                    + " -p initialSessionRecvWindow=65535 -f 1 -prof gc -rf json",
                "-rff",
                json.toString(),
                "-jvmArgs",
                "\"" + properties().get(0) + '"'))) { // JMH splits it at spaces
      assertThat(run.waitFor()).as(run.output()).isEqualTo(ExitStatus.STALLED.code());
      List<String> table =
          run.output().lines().filter(line -> line.startsWith("| StreamingSearch.stream")).toList();
      assertThat(table).hasSize(2);
      assertThat(table.get(0)).contains("| false | - | - | - | STALLED |");
      assertThat(table.get(1)).contains("| true |", "ops/s | COMPLETED |");
      assertThat(run.output())
          .containsPattern("\nSTALLED: session [^#]*/solr/\\w+_shard\\d+_replica_n")
          .contains(
              "gc.alloc.rate",
              "# no tuple for 5 s",
              "\nFix: -Dsolr.http1=true",
              "/timeline.png\n",
              "\n- useHttp1=false: STALLED, last tuple at ",
              "1 of 2 combinations stalled")
          .doesNotContain("are there stray running threads", "StoppedException", "<failure>")
          .doesNotContain("Data loss might occur"); // Flight Recorder, about removed chunks
    }
    JsonNode results = new ObjectMapper().readTree(json.toFile());
    assertThat(results).hasSize(1);
    assertThat(results.get(0).get("params").get("useHttp1").asText()).isEqualTo("true");
    assertThat(results.get(0).get("primaryMetric").get("rawData")).hasSize(1);
  }
}
