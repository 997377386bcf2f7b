package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.config.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inputs from the field, rebuilt from public reports or taken from real runs with made-up names,
 * get the answer of somebody who knows Jetty and Solr. Writes the table of before and after to
 * target/field-cases.md.
 */
class FieldCasesTest {
  private static final List<String> TABLE = new ArrayList<>();
  @TempDir static Path folder;

  private final Verb verb = new Verb("analyze");

  @BeforeAll
  static void unpack() throws IOException {
    try (ZipInputStream zip =
        new ZipInputStream(FieldCasesTest.class.getResourceAsStream("field-cases.zip"))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  @AfterAll
  static void table() throws IOException {
    List<String> lines =
        new ArrayList<>(List.of("| case | before | now | answer |", "|---|---|---|---|"));
    TABLE.stream().sorted().forEach(lines::add);
    Path target = Files.createDirectories(Home.folder().resolve("target"));
    Files.write(target.resolve("field-cases.md"), lines);
  }

  /** The case, its answer before, the right verdict and cause, and facts that the answer tells. */
  private static Arguments of(
      String name, String before, String verdict, String cause, String... facts) {
    return Arguments.of(name, before, verdict, cause, List.of(facts));
  }

  private static final String HANG = "waits for the next document";
  private static final String BLOCKED = "10 of 10 threads sending answers had been blocked";

  static Stream<Arguments> cases() {
    return Stream.of(
        of("01-jetty7192", "NO_STALL", "NO_STALL", null, "another thing waits", "search"),
        of("07-jetty3605", "status 2", "POSSIBLE", null, "another thing", "Jetty 9.4"),
        of("13-solr4236", "NO_STALL", "POSSIBLE", "REQUEST_PERMITS", "another hang", "estart"),
        of("18-symptoms-client", "status 2", "POSSIBLE", null, "cancel_stream_error"),
        of("19-cancel-info", "status 2", "POSSIBLE", null, "cancel_stream_error"),
        of("20-solrlog-formats", "POSSIBLE", "POSSIBLE", "SESSION_WINDOW", "120,000 ms"),
        of("21-jetty5605", "NO_STALL", "NO_STALL", null, "1 of 1 thread sending answers"),
        of("26-open", "POSSIBLE", "POSSIBLE", null, "waits for the headers"),
        of("30-mixed", "POSSIBLE", "NO_STALL", null, "ran between the dumps", "before the dump"),
        of("34-jetty11595", "status 2", "POSSIBLE", null, "another thing", "RST_STREAM"),
        of("35-jdk8", "POSSIBLE, none blocked", "POSSIBLE", null, HANG, "no processor times"),
        of("36-two-nodes", "POSSIBLE, one answer", "POSSIBLE", null, "of the 2 JVMs together"),
        of("43-5s-apart", "POSSIBLE, none blocked", "POSSIBLE", null, HANG, "5.0 s apart"),
        of("45-jetty2380", "NO_STALL", "POSSIBLE", null, "how many are blocked is unknown"),
        of("F0-base", "POSSIBLE", "POSSIBLE", null, HANG, BLOCKED, "each node that sends"),
        of("F10-indented-markdown", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("F13-arthas", "status 2", "POSSIBLE", null, HANG, "unknown"),
        of("F16-zip", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("F2-gzip", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("F4-docker-logs-t", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("F6-journald", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("F8-kubectl-prefix", "status 2", "POSSIBLE", null, HANG, BLOCKED),
        of("S1-solr-threads-json", "status 2", "POSSIBLE", null, HANG, "another dump"),
        of("S2-dump-to-file", "status 2", "POSSIBLE", null, HANG),
        of("S3-virtual-real", "NO_STALL", "POSSIBLE", null, "virtual", "Thread.dump_to_file"),
        of("S4-990-real", "POSSIBLE", "POSSIBLE", null, HANG, "30,000 ms"),
        of("released-solr-log", "status 2", "POSSIBLE", "SESSION_WINDOW", "shard", "/stream"),
        of("solr10-client-log", "status 2", "POSSIBLE", null, "cancel_stream_error"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theAnswerIsRight(
      String name, String before, String verdict, String cause, List<String> facts)
      throws IOException {
    JsonNode answer = answer(files(name));
    TABLE.add(
        "| %s | %s | %s | %s |"
            .formatted(
                name,
                before,
                answer.get("verdict").asText(),
                answer.get("reason").asText().replace('|', '/')));
    assertThat(answer.get("verdict").asText()).isEqualTo(verdict);
    assertThat(answer.get("cause").asText(null)).isEqualTo(cause);
    assertThat(answer.toString()).contains(facts);
    assertThat(answer.get("next").size()).isLessThanOrEqualTo(5);
    if (answer.get("jvms") != null && answer.get("jvms").size() > 0) {
      boolean two = answer.get("jvms").get(0).get("dumps").asInt() > 1;
      assertThat(answer.get("next").toString().contains("one more dump")).isNotEqualTo(two);
    }
  }

  @Test
  void eachFileOfFormatsTellsTheSame() throws IOException {
    for (Path file : files("20-solrlog-formats")) {
      JsonNode answer = answer(List.of(file));
      assertThat(answer.get("verdict").asText()).as(file.toString()).isEqualTo("POSSIBLE");
      assertThat(answer.get("cause").asText()).isEqualTo("SESSION_WINDOW");
      assertThat(answer.get("warnings").toString()).contains("2026-11-26T04:25:09");
    }
  }

  /** Log4j's layout writes an event over several lines, unless it is told not to. */
  @Test
  void anEventOverSeveralLinesTellsTheSame() throws IOException {
    String line = Files.readString(folder.resolve("20-solrlog-formats/json-layout-log4j.log"));
    String pretty = new ObjectMapper().readTree(line).toPrettyString();
    for (String text :
        List.of(pretty + "\n" + pretty + "\n", "[\n" + pretty + ", " + pretty + "]")) {
      JsonNode answer = answer(List.of(Files.writeString(folder.resolve("pretty.log"), text)));
      assertThat(answer.get("cause").asText()).isEqualTo("SESSION_WINDOW");
      assertThat(answer.get("warnings").toString()).contains("2 times at 2026-11-26T04:25:09");
    }
  }

  @Test
  void anEmptyDumpAndTheMessageOfACommandAreNoAnswer() throws IOException {
    String[] arguments = files("39-empty").stream().map(Path::toString).toArray(String[]::new);
    assertThat(verb.run(arguments)).isEqualTo(2);
    assertThat(verb.complaint())
        .contains("one.txt is empty", "Unable to open socket file")
        .hasLineCount(1);
    TABLE.add("| 39-empty | status 2 | status 2 | " + verb.complaint().strip() + " |");
  }

  private static List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.sorted().toList();
    }
  }

  private JsonNode answer(List<Path> files) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--format", "json"));
    files.forEach(file -> arguments.add(file.toString()));
    assertThat(verb.run(arguments.toArray(String[]::new))).as(verb.complaint()).isZero();
    return new ObjectMapper().readTree(verb.answer());
  }
}
