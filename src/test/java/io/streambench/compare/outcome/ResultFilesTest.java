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

/** Tests results that cannot be written to the requested file. */
class ResultFilesTest {
  @TempDir Path folder;

  private final OutcomeCollector collector =
      new OutcomeCollector(
          OutputFormatFactory.createFormatInstance(
              new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
          ShownParameters.of(List.of(), Set.of()),
          params -> {},
          (collected, params) -> {});

  private ResultFiles resultFiles;
  private Path fileInsteadOfFolder;

  @BeforeEach
  void measureAndFailToWrite() throws Exception {
    fileInsteadOfFolder = Files.createFile(folder.resolve("file"));
    resultFiles =
        new ResultFiles(
            fileInsteadOfFolder.resolve("out.json"), ResultFormatType.JSON, Instant.EPOCH);
    BenchmarkParams params = JmhParams.of(Mode.Throughput, new WorkloadParams());
    collector.startBenchmark(params);
    collector.endBenchmark(JmhParams.result(params));
    assertThatThrownBy(() -> resultFiles.write(collector, folder, SolrJars.NONE, true))
        .isInstanceOf(IOException.class);
  }

  private static void assertHasScore(JsonNode results) {
    assertThat(results.at("/0/primaryMetric/score").asDouble()).isEqualTo(5.0);
  }

  @Test
  void writesToFirstWritableFallbackFolder() throws Exception {
    Path spare = folder.resolve("a/spare");
    Path last = folder.resolve("last");
    Path kept =
        resultFiles
            .writeToFallback(
                collector, folder, SolrJars.NONE, List.of(fileInsteadOfFolder, spare, last))
            .orElseThrow();
    assertThat(kept).hasParentRaw(spare);
    assertThat(last).doesNotExist();
    assertHasScore(new ObjectMapper().readTree(kept.toFile()));
    assertThat(StudyFile.read(StudyFile.outcomesFile(kept)).outcomes()).hasSize(1);
  }

  @Test
  void printsResultsIfNoFolderIsWritable() throws Exception {
    assertThat(
            resultFiles.writeToFallback(
                collector, folder, SolrJars.NONE, List.of(fileInsteadOfFolder)))
        .isEmpty();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    resultFiles.print(collector, new PrintStream(printed));
    assertHasScore(new ObjectMapper().readTree(printed.toByteArray()));
  }
}
