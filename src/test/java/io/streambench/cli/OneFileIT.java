package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.ContractsTest;
import io.streambench.base.Installation;
import io.streambench.compare.report.Comparisons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code target/streambench.jar} as the only file in a folder. */
@Tag("program")
class OneFileIT {
  private static final String GOLDEN = "src/test/resources/io/streambench/eventlog/golden/";
  private static final int MAX_BYTES = 10_000_000;

  @TempDir Path folder;

  private Path jar;
  private String output;
  private String errorOutput;

  @BeforeEach
  void copyJar() throws IOException {
    jar = folder.resolve("a copy.jar");
    Files.copy(Installation.moduleFolder().resolve("target/streambench.jar"), jar);
  }

  private int run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-jar",
                jar.toString()));
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    errorOutput = Files.readString(errors);
    return status;
  }

  private JsonNode readJson() throws IOException {
    return new ObjectMapper().readTree(output);
  }

  /** Checks the printed commands in a folder that contains only the jar and no script. */
  @Test
  void printedCommandsUseSameJar() throws Exception {
    Path log = Installation.moduleFolder().resolve(GOLDEN + "jetty10-stall.log.gz");
    assertThat(run("analyze", log.toString())).isEqualTo(ExitStatus.STALLED.code());
    assertThat(output).contains("java -jar '" + jar + "' release").doesNotContain("./streambench");
  }

  @Test
  void jarIsSmallWithoutSolrJettyOrJmh() throws IOException {
    assertThat(Files.size(jar)).isLessThanOrEqualTo(MAX_BYTES);
    try (ZipFile file = new ZipFile(jar.toFile())) {
      List<String> names = file.stream().map(ZipEntry::getName).toList();
      assertThat(names)
          .noneMatch(
              name ->
                  Stream.of("org/apache/solr/", "org/eclipse/jetty/", "org/openjdk/jmh/")
                      .anyMatch(name::startsWith))
          .contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/licenses/jmustache");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "analyze " + GOLDEN + "jetty12-stall.log.gz",
        "analyze src/test/resources/io/streambench/threads/golden/stall-one.txt.gz",
        "analyze flow-control-logs/example-12-shards",
        "predict --shards 12 --nodes 2 --replicas 2 --docs 10000 --doc-bytes 10274",
        "predict --from " + GOLDEN + "jetty12-stall.log.gz"
      })
  void reportsMatchProgramOfCheckout(String commandLine) throws Exception {
    String[] arguments =
        Stream.of((commandLine + " --format json").split(" "))
            .map(
                word ->
                    word.contains("/")
                        ? Installation.moduleFolder().resolve(word).toString()
                        : word)
            .toArray(String[]::new);
    Verb here = new Verb();
    int status = here.run(arguments);
    assertThat(run(arguments)).as(errorOutput).isEqualTo(status);
    assertThat(readJson()).isEqualTo(new ObjectMapper().readTree(here.output())).isNotEmpty();
  }

  @Test
  void writesPicturesAndPages() throws Exception {
    String log = Installation.moduleFolder().resolve(GOLDEN + "jetty12-stall.log.gz").toString();
    assertThat(run("analyze", "--html", "page.html", "--png", "picture.png", log)).isEqualTo(3);
    assertThat(folder.resolve("page.html")).content().contains("STALLED");
    assertThat(folder.resolve("picture.png")).isNotEmptyFile();
  }

  @Test
  void comparesResults() throws Exception {
    List<Path> files = Comparisons.writeFiles(folder);
    String[] arguments = {
      "compare", "--format", "json", files.get(0).toString(), files.get(1).toString()
    };
    Verb here = new Verb();
    assertThat(here.run(arguments)).isZero();
    assertThat(run(arguments)).as(errorOutput).isZero();
    assertThat(ContractsTest.keys(output)).isEqualTo(ContractsTest.keys(here.output()));
    assertThat(readJson().path("cells")).isNotEmpty();
    assertThat(run("compare", "--html", "page.html", arguments[3], arguments[4])).isZero();
    assertThat(folder.resolve("page.html")).content().contains("<img");
  }

  @Test
  void packsEvidence() throws Exception {
    Path run = Files.createDirectory(folder.resolve("20260101-000000-Some.run-STALLED"));
    Path example = Installation.moduleFolder().resolve("flow-control-logs/example-12-shards");
    for (String name : List.of("settings.json", "verdict.json", "events.jfr")) {
      Files.copy(example.resolve(name), run.resolve(name));
    }
    assertThat(run("evidence", "--format", "json", run.toString())).as(errorOutput).isZero();
    assertThat(readJson().fieldNames()).toIterable().containsExactly("zip", "bytes", "redacted");
    assertThat(Path.of(readJson().path("zip").asText())).isNotEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"study --list", "predict --zk 127.0.0.1:1 --collection c", "compare --run a b"})
  void rejectsUnsupportedCommandsInOneLine(String commandLine) throws Exception {
    assertThat(run(commandLine.split(" "))).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).isEmpty();
    assertThat(errorOutput).hasLineCount(1);
  }
}
