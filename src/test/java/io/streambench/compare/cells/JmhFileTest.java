package io.streambench.compare.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.streambench.base.SettingException;
import io.streambench.compare.statistics.BetterDirection;
import java.io.IOException;
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
  void loadsThatDifferInThreadsAloneAreDifferentCells() throws IOException {
    Path file =
        new JmhJson()
            .stream(Map.of("a", "1"), JmhJson.forks(1)).with("threads", 100).stream(
                    Map.of("a", "1"), JmhJson.forks(2))
                .writeTo(folder.resolve("x.json"));
    assertThat(JmhFile.read(file).stream().map(result -> result.cell().params()))
        .containsExactly(Map.of("a", "1", "threads", "100"), Map.of("a", "1"));
  }

  @Test
  void aRealFileHasItsForksAndIterations() {
    Path file = Path.of("src/test/resources/io/streambench/results/golden/log-reading.json");
    List<JmhResult> results = JmhFile.read(file);
    assertThat(results).hasSize(2);
    JmhResult analyze = results.get(0);
    assertThat(analyze.cell().benchmark()).isEqualTo("io.streambench.bench.LogReading.analyze");
    assertThat(analyze.cell().mode()).isEqualTo("avgt");
    assertThat(analyze.cell().better()).isEqualTo(BetterDirection.LOWER);
    assertThat(analyze.cell().params()).containsEntry("megabytes", "16");
    assertThat(analyze.unit()).isEqualTo("ms/op");
    assertThat(analyze.forks()).hasSize(4).allMatch(fork -> fork.iterations().size() == 3);
    assertThat(analyze.circumstances().facts())
        .containsEntry("threads", "1")
        .containsEntry("warm-up", "1 x 1 s")
        .containsKeys("JDK", "VM");
    assertThat(analyze.circumstances().jvmArgs())
        .contains("-Xmx256m")
        .noneMatch(argument -> argument.startsWith("-Dstreambench.outcomes"));
  }

  @Test
  void histogramsAreWeighedByTheirCounts() throws IOException {
    JmhResult result =
        read("""
        [{"benchmark": "a.B.c", "mode": "sample", "primaryMetric": {"scoreUnit": "ms/op",
          "rawDataHistogram": [[[[1.0, 3], [5.0, 1]], [[4.0, 1]]]]}}]
        """)
            .get(0);
    assertThat(result.forks().get(0).iterations()).containsExactly(2.0, 4.0);
  }

  @Test
  void numbersThatJsonLacksAreStringsOfJmh() throws IOException {
    JmhResult result =
        read("""
        [{"benchmark": "a.B.c", "mode": "thrpt", "primaryMetric": {"scoreError": "NaN",
          "scoreUnit": "ops/s", "rawData": [["NaN", 2.0], ["+INF"], [3]]},
          "secondaryMetrics": {"gc": {"scoreUnit": "counts", "rawData": [["-INF"], [], [1]]}}}]
        """)
            .get(0);
    assertThat(result.forks()).hasSize(3);
    assertThat(result.forks().get(0).isMeasured()).isFalse();
    assertThat(result.forks().get(1).isMeasured()).isFalse();
    assertThat(result.forks().get(2).score()).isCloseTo(3, within(0.0));
    assertThat(result.secondary()).containsOnlyKeys("gc");
    assertThat(result.secondary().get("gc").forks().get(2)).containsExactly(1.0);
  }

  /** JMH makes lines by replacing commas, those within strings too, and escapes nothing. */
  @Test
  void whatJmhDoesToParametersIsUndone() throws IOException {
    JmhResult result =
        read("[{\"benchmark\": \"a.B.c\", \"mode\": \"thrpt\", \"params\": {\"list\": \"a,\n"
                + "            b\", \"path\": \"C:\\work\"},"
                + "\"primaryMetric\": {\"scoreUnit\": \"ops/s\", \"rawData\": [[1]]}}]")
            .get(0);
    assertThat(result.cell().params()).isEqualTo(Map.of("list", "a,b", "path", "C:work"));
  }

  static Stream<Arguments> refused() {
    String head = "[{\"benchmark\": \"a.B.c\", \"mode\": ";
    return Stream.of(
        Arguments.of("", "it is empty"),
        Arguments.of("  \n", "it is empty"),
        Arguments.of("{}", "it is no array of results"),
        Arguments.of("[]", "it has no results: JMH writes none for what failed"),
        Arguments.of("hello", "line 1: Unrecognized token 'hello'"),
        Arguments.of("[] []", "line 1: Trailing token"),
        Arguments.of("[1]", ""),
        Arguments.of("[null]", "result 1 lacks"),
        Arguments.of("[{\"mode\": \"thrpt\"}]", "result 1 lacks"),
        Arguments.of(head + "\"fast\"}]", "result 1 lacks"),
        Arguments.of(
            head + "\"thrpt\", \"primaryMetric\": {\"scoreUnit\": \"ops/s\"}}]", "result 1 lacks"),
        Arguments.of(
            head + "\"thrpt\", \"primaryMetric\": {\"scoreUnit\": \"s\", \"rawData\": [[\"x\"]]}}]",
            ""));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatIsNotJmhsIsRefusedInOneLineThatNamesTheFileAndTheReason(String json, String why)
      throws IOException {
    Path file = Files.writeString(folder.resolve("broken.json"), json);
    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("FILE must be a whole JSON file of JMH (" + why)
        .hasMessageEndingWith(", got '" + file + "'")
        .message()
        .hasLineCount(1);
  }
}
