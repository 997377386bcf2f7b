package io.streambench.compare.cells;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.streambench.base.SettingException;
import io.streambench.compare.statistics.BetterDirection;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JmhFileTest {
  @TempDir Path folder;

  private List<JmhResult> read(String json) throws IOException {
    return JmhFile.read(Files.writeString(folder.resolve("x.json"), json));
  }

  @Test
  void threadCountDistinguishesCells() throws IOException {
    Path file =
        new JmhJson()
            .stream(Map.of("a", "1"), JmhJson.forks(1)).with("threads", 100).stream(
                    Map.of("a", "1"), JmhJson.forks(2))
                .writeTo(folder.resolve("x.json"));
    assertThat(JmhFile.read(file).stream().map(result -> result.cell().params()))
        .containsExactly(Map.of("a", "1", "threads", "100"), Map.of("a", "1"));
  }

  @Test
  void readsForksAndIterationsOfRealFile() {
    Path file = Path.of("src/test/resources/io/streambench/results/golden/log-reading.json");
    List<JmhResult> results = JmhFile.read(file);
    assertThat(results).hasSize(2);
    JmhResult analyze = results.get(0);
    assertThat(analyze.cell().benchmark()).isEqualTo("io.streambench.bench.LogReading.analyze");
    assertThat(analyze.cell().mode()).isEqualTo("avgt");
    assertThat(analyze.cell().betterDirection("ms/op")).isEqualTo(BetterDirection.LOWER);
    assertThat(analyze.cell().params()).containsEntry("megabytes", "16");
    assertThat(analyze.unit()).isEqualTo("ms/op");
    assertThat(analyze.forks()).hasSize(4).allMatch(fork -> fork.iterationScores().size() == 3);
    assertThat(analyze.conditions().facts())
        .containsEntry("threads", "1")
        .containsEntry("warm-up", "1 x 1 s")
        .containsKeys("JDK", "VM");
    assertThat(analyze.conditions().jvmArgs())
        .contains("-Xmx256m")
        .noneMatch(argument -> argument.startsWith("-Dstreambench.outcomes"));
  }

  @Test
  void weightsHistogramValuesByCount() throws IOException {
    JmhResult result =
        read("""
        [{"benchmark": "a.B.c", "mode": "sample", "primaryMetric": {"scoreUnit": "ms/op",
          "rawDataHistogram": [[[[1.0, 3], [5.0, 1]], [[4.0, 1]]]]}}]
        """)
            .get(0);
    assertThat(result.forks().get(0).iterationScores()).containsExactly(2.0, 4.0);
  }

  @Test
  void readsNonFiniteNumbersFromStrings() throws IOException {
    JmhResult result =
        read("""
        [{"benchmark": "a.B.c", "mode": "thrpt", "primaryMetric": {"scoreError": "NaN",
          "scoreUnit": "ops/s", "rawData": [["NaN", 2.0], ["+INF"], [3]]},
          "secondaryMetrics": {"gc": {"scoreUnit": "counts", "rawData": [["-INF"], [], [1]]}}}]
        """)
            .get(0);
    assertThat(result.forks()).hasSize(3);
    assertThat(result.forks().get(0).hasUsableScores()).isFalse();
    assertThat(result.forks().get(1).hasUsableScores()).isFalse();
    assertThat(result.forks().get(2).score()).isCloseTo(3, within(0.0));
    assertThat(result.secondaryMetrics()).containsOnlyKeys("gc");
    assertThat(result.secondaryMetrics().get("gc").forks().get(2)).containsExactly(1.0);
  }

  @Test
  void metricNamesAreEqualForAllJmhVersions() throws IOException {
    String metric = "{\"scoreUnit\": \"us/op\", \"rawData\": [[1]]}";
    for (String dot : List.of("\u00b7", ":")) {
      JmhResult result =
          read("""
          [{"benchmark": "a.B.c", "mode": "sample",
            "primaryMetric": {"scoreUnit": "us/op", "rawData": [[1]]},
            "secondaryMetrics": {"c@p0.99": %1$s, "@gc.time": %1$s, "d@p0.99": %1$s,
              "read": %1$s, "asm": {"scoreUnit": "---", "rawData": [[], []]},
              "stack": {"scoreUnit": "---", "rawData": [["NaN", "NaN"], [NaN]]}}}]
          """
                  .replace("@", dot)
                  .formatted(metric))
              .get(0);
      assertThat(result.secondaryMetrics()).containsOnlyKeys("p0.99", "gc.time", "d:p0.99", "read");
      for (String typed : List.of("p0.99", "c\u00b7p0.99", "c:p0.99", "\u00b7gc.time", "gc.time")) {
        assertThat(result.withMetricAsScore(typed)).as(typed).isPresent();
      }
    }
  }

  @Test
  void distinguishesStructuredParameters() throws IOException {
    List<JmhResult> results =
        read(
            """
            [{"benchmark": "a.B.c", "mode": "ss", "params": {"n": {"x": 1}},
              "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1]]}},
             {"benchmark": "a.B.c", "mode": "ss", "params": {"n": {"x": 2}},
              "primaryMetric": {"scoreUnit": "s/op", "rawData": [[1]]}}]
            """);
    assertThat(results.get(0).cell()).isNotEqualTo(results.get(1).cell());
  }

  @Test
  void detectsEncoding() throws IOException {
    String json =
        "[{\"benchmark\": \"a.B.c\", \"mode\": \"ss\","
            + " \"primaryMetric\": {\"scoreUnit\": \"s/op\", \"rawData\": [[1]]}}]\r\n";
    Path file = folder.resolve("x.json");
    for (Charset encoding : List.of(UTF_8, UTF_16, UTF_16LE, UTF_16BE)) {
      Files.writeString(file, json, encoding);
      assertThat(JmhFile.read(file)).as(encoding.name()).hasSize(1);
      Files.writeString(file, json.substring(0, 30), encoding);
      assertThatThrownBy(() -> JmhFile.read(file)).hasMessageContaining("ends too early");
    }
    for (Charset encoding : List.of(UTF_8, UTF_16LE, UTF_16BE)) {
      Files.writeString(file, "\ufeff" + json, encoding);
      assertThat(JmhFile.read(file)).as("%s with a byte order mark", encoding).hasSize(1);
    }
    for (String encoding : List.of("windows-1252", "ISO-8859-1", "UTF-8", "UTF-16")) {
      String named = json.replace("\"mode\"", "\"params\": {\"name\": \"Größe\"}, \"mode\"");
      Files.writeString(file, named, Charset.forName(encoding));
      assertThat(JmhFile.read(file).get(0).cell().params())
          .as(encoding)
          .isEqualTo(Map.of("name", "Größe"));
    }
    byte[] damaged = json.replace("a.B.c", "a.Größe.?").getBytes(UTF_8);
    damaged[new String(damaged, ISO_8859_1).indexOf('?')] = (byte) 0xff;
    Files.write(file, damaged);
    assertThatThrownBy(() -> JmhFile.read(file)).hasMessageContaining("Invalid UTF-8");
  }

  /** JMH inserts line breaks after commas, even within strings, and escapes nothing. */
  @Test
  void restoresParametersThatJmhReformatted() throws IOException {
    JmhResult result =
        read("[{\"benchmark\": \"a.B.c\", \"mode\": \"thrpt\", \"params\": {\"list\": \"a,\n"
                + "            b\", \"path\": \"C:\\work\"},"
                + "\"primaryMetric\": {\"scoreUnit\": \"ops/s\", \"rawData\": [[1]]}}]")
            .get(0);
    assertThat(result.cell().params()).isEqualTo(Map.of("list", "a,b", "path", "C:work"));
  }

  private static final String NO_JSON = "it is not JSON: JMH writes JSON with -rf json -rff FILE)";
  private static final String NO_NUMBERS = "result 1 has raw data that are not lists of numbers)";

  static Stream<Arguments> invalidFiles() {
    String head = "[{\"benchmark\": \"a.B.c\", \"mode\": ";
    String raw = "\"thrpt\", \"primaryMetric\": {\"scoreUnit\": \"s\", \"rawData\": ";
    return Stream.of(
        Arguments.of("", "it is empty"),
        Arguments.of("  \n", "it is empty"),
        Arguments.of("{}", "it is no array of results"),
        Arguments.of("[]", "it has no results: JMH writes none for what failed"),
        Arguments.of("hello", NO_JSON),
        Arguments.of("Benchmark   Mode  Cnt  Score  Units\na.B.c  thrpt  5  1.0  ops/s\n", NO_JSON),
        Arguments.of("\"Benchmark\",\"Mode\",\"Score\"\n\"a.B.c\",\"thrpt\",1.0\n", NO_JSON),
        Arguments.of("# JMH version: 1.37\n", NO_JSON),
        Arguments.of("<!DOCTYPE html><html></html>", NO_JSON),
        Arguments.of("\u001f\u008b\b packed", NO_JSON),
        Arguments.of("[] []", "line 1: more follows after the end; if files were joined"),
        Arguments.of("[\n{\"benchmark\": \"a.B", "line 2: the file ends too early)"),
        Arguments.of("[{\"a\": [1, 2", "line 1: the file ends too early)"),
        Arguments.of("[1]", "result 1 lacks its benchmark)"),
        Arguments.of("[null]", "result 1 lacks its benchmark)"),
        Arguments.of("[{\"mode\": \"thrpt\"}]", "result 1 lacks its benchmark)"),
        Arguments.of(head + "\"fast\"}]", "result 1 lacks its mode (thrpt, avgt, sample or ss))"),
        Arguments.of(head + "\"ss\"}]", "result 1 lacks its primaryMetric.scoreUnit)"),
        Arguments.of(
            head + "\"thrpt\", \"primaryMetric\": {\"scoreUnit\": \"ops/s\", \"score\": 3}}]",
            "result 1 lacks its primaryMetric.rawData, the scores of each fork)"),
        Arguments.of(head + raw + "[[\"x\"]]}}]", NO_NUMBERS),
        Arguments.of(head + raw + "[[null, 3]]}}]", NO_NUMBERS),
        Arguments.of(head + raw + "[1, 2]}}]", NO_NUMBERS));
  }

  @ParameterizedTest
  @MethodSource("invalidFiles")
  void rejectsInvalidFileWithReasonInOneLine(String json, String expectedReason)
      throws IOException {
    Path file = Files.writeString(folder.resolve("broken.json"), json);
    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("FILE must be a whole JSON file of JMH (" + expectedReason)
        .hasMessageEndingWith(", got '" + file + "'")
        .message()
        .hasLineCount(1);
  }
}
