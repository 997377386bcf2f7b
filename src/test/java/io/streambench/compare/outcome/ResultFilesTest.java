package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.settings.SolrJars;
import io.streambench.cli.JmhParams;
import io.streambench.compare.cells.StudyFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Results for which there is no room where they should be. */
class ResultFilesTest {
  @TempDir Path folder;

  private final OutcomeCollector collector =
      new OutcomeCollector(
          OutputFormatFactory.createFormatInstance(
              new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
          ShownParameters.of(List.of(), Set.of()),
          params -> {},
          (collected, params) -> {});

  private ResultFiles lost;
  private Path noFolder;

  @BeforeEach
  void measure() throws Exception {
    noFolder = Files.createFile(folder.resolve("file"));
    lost = new ResultFiles(noFolder.resolve("out.json"), ResultFormatType.JSON, Instant.EPOCH);
    BenchmarkParams params = JmhParams.of(Mode.Throughput, new WorkloadParams());
    collector.startBenchmark(params);
    collector.endBenchmark(JmhParams.result(params));
    assertThatThrownBy(() -> lost.write(collector, folder, SolrJars.NONE, true))
        .isInstanceOf(IOException.class);
  }

  private static void hasTheScore(JsonNode results) {
    assertThat(results.at("/0/primaryMetric/score").asDouble()).isEqualTo(5.0);
  }

  @Test
  void areKeptWithTheirOutcomesInTheFirstFolderThatTakesThem() throws Exception {
    Path spare = folder.resolve("a/spare");
    Path last = folder.resolve("last");
    Path kept =
        lost.writeToFallback(collector, folder, SolrJars.NONE, List.of(noFolder, spare, last))
            .orElseThrow();
    assertThat(kept).hasParentRaw(spare);
    assertThat(last).doesNotExist();
    hasTheScore(new ObjectMapper().readTree(kept.toFile()));
    assertThat(StudyFile.read(StudyFile.outcomesFile(kept)).outcomes()).hasSize(1);
  }

  @Test
  void arePrintedWhereNoFolderTakesThem() throws Exception {
    assertThat(lost.writeToFallback(collector, folder, SolrJars.NONE, List.of(noFolder))).isEmpty();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    lost.print(collector, new PrintStream(printed));
    hasTheScore(new ObjectMapper().readTree(printed.toByteArray()));
  }
}
