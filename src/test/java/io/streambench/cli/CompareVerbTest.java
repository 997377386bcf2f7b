package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.compare.cells.JmhJson;
import io.streambench.compare.report.Comparisons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareVerbTest {
  private static final int SUCCESS = 0;
  private static final int FAILED = 1;

  private final Verb verb = new Verb("compare");
  @TempDir Path folder;
  private String before;
  private String after;

  @BeforeEach
  void createFiles() throws IOException {
    before = Comparisons.writeFiles(folder).get(0).toString();
    after = Comparisons.writeFiles(folder).get(1).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void failsOnRegressionOnlyOnRequest(String format) {
    assertThat(verb.run("--format", format, before, after)).isEqualTo(SUCCESS);
    assertThat(verb.run("--format", format, "--fail-on-regression", before, after))
        .isEqualTo(FAILED);
    assertThat(verb.run("--format", format, "--fail-on-regression", before, before))
        .isEqualTo(SUCCESS);
    assertThat(verb.errorOutput())
        .isEqualTo(
            format.equals("text")
                ? "warning: before.json (2) has the same scores as before.json in 4 cells: this is"
                    + " one measurement, given twice\n"
                : "");
  }

  @Test
  void commentHasOnlyDifferencesAndUndecidedCells() throws IOException {
    Path comment = folder.resolve("comment.md");
    assertThat(verb.run("--comment", comment.toString(), before, after)).isEqualTo(SUCCESS);
    assertThat(comment)
        .content()
        .contains("1 slower", "20 % slower", "STALLED", "numShards=6, useHttp1=false of after.json")
        .doesNotContain("no evidence of a difference;");
    assertThat(verb.run("--comment", comment.toString(), before, before)).isEqualTo(SUCCESS);
    assertThat(comment).isEmptyFile();
    assertThat(verb.output()).contains("comment: " + comment + " (empty)");
  }

  private String writeScores(String name, double... forks) throws IOException {
    return new JmhJson()
        .stream(Map.of("numShards", "3"), JmhJson.forks(forks))
            .writeTo(folder.resolve(name + ".json"))
            .toString();
  }

  private void assertUndecided(String expectedReason, String baseline, String contender) {
    assertThat(verb.run("--fail-on-regression", baseline, contender)).isEqualTo(FAILED);
    assertThat(verb.errorOutput()).contains("undecided: ").contains(expectedReason);
    assertThat(verb.run("--fail-on-regression", "--allow-undecided", baseline, contender))
        .isEqualTo(SUCCESS);
    assertThat(verb.run(baseline, contender)).isEqualTo(SUCCESS);
  }

  @Test
  void undecidedComparisonFails() throws IOException {
    String ten = writeScores("ten", 3, 3.1, 3.2, 3.3, 3, 3.1, 3.2, 3.3, 3.1, 3.2);
    assertUndecided(
        "of zeros.json: not comparable: without a usable score in 5 of 10 forks",
        ten,
        writeScores("zeros", 3, 3.1, 3.2, 3.3, 3, 0, 0, 0, 0, 0));
    assertUndecided(
        "of half.json: too few forks, each side needs at least 4",
        writeScores("three", 3, 3.1, 3.2),
        writeScores("half", 1.5, 1.55, 1.6));
  }

  @Test
  void missingCellFails() throws IOException {
    String two =
        new JmhJson()
            .stream(Map.of("numShards", "3"), JmhJson.forks(3, 3.1, 3.2, 3.3)).stream(
                    Map.of("numShards", "6"), JmhJson.forks(2, 2.1, 2.2, 2.3))
                .writeTo(folder.resolve("two.json"))
                .toString();
    assertUndecided(
        "numShards=6 of one.json: not measured", two, writeScores("one", 3, 3.1, 3.2, 3.3));
    assertThat(verb.run("--fail-on-regression", writeScores("one", 3, 3.1, 3.2, 3.3), two))
        .as("nothing was lost")
        .isEqualTo(SUCCESS);
  }

  private String writeAllocations(String name, double... bytes) throws IOException {
    return writeMetric(name, "gc.alloc.rate.norm", "B/op", bytes);
  }

  @Test
  void judgesProfilerMetricsOnlyOnRequest() throws IOException {
    String little = writeAllocations("little", 100, 101, 102, 103);
    String much = writeAllocations("much", 1000, 1010, 1020, 1030);
    assertThat(verb.run("--fail-on-regression", little, much)).isEqualTo(SUCCESS);
    assertThat(verb.output())
        .contains("not judged here (judge one with --metric NAME): gc.alloc.rate.norm");
    assertThat(verb.run("--metric", "gc.alloc.rate.norm", "--fail-on-regression", little, much))
        .isEqualTo(FAILED);
    assertThat(verb.output())
        .contains("X.y:gc.alloc.rate.norm, avgt in B/op (less is better)", "10.0 times as much")
        .doesNotContain("not judged here");
    String once = writeAllocations("once", 0, 101, 102, 103);
    assertThat(verb.run("--metric", "gc.alloc.rate.norm", "--fail-on-regression", little, once))
        .isEqualTo(FAILED);
    assertThat(verb.output()).contains("without a usable score in 1 of 4 forks");
    assertThat(verb.run("--metric", "gc.count", little, much))
        .isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput())
        .isEqualTo(
            "--metric must be one that little.json has: gc.alloc.rate.norm, got 'gc.count'\n");
  }

  @Test
  void appliesThresholdAndAxes() {
    assertThat(verb.run("--threshold", "20%", before, after)).isEqualTo(SUCCESS);
    assertThat(verb.output()).contains("within 20 %");
    assertThat(verb.run("--row", "numShards", "--col", "useHttp1", before, after))
        .isEqualTo(SUCCESS);
    assertThat(verb.output()).contains("numShards \\ useHttp1");
  }

  @Test
  void printsWarningsToStandardErrorOrJson() throws IOException {
    String other =
        new JmhJson()
            .stream(
                    Map.of("numShards", "3", "useHttp1", "true", "nodeCount", "2"),
                    JmhJson.forks(3, 3.1, 3.2, 3.3))
                .with("jdkVersion", "21.0.1")
                .writeTo(folder.resolve("other.json"))
                .toString();
    verb.run(before, other);
    assertThat(verb.errorOutput())
        .isEqualTo("warning: JDK differs: 17.0.12 in before.json, 21.0.1 in other.json\n");
    assertThat(verb.json(SUCCESS, before, other).get("warnings")).hasSize(1);
    assertThat(verb.errorOutput()).isEmpty();
  }

  private static final double[] STEADY = {1.00, 1.01, 1.02, 1.01, 1.00};

  private static double[] scaledScores(double factor) {
    return Arrays.stream(STEADY).map(one -> one * factor).toArray();
  }

  private String writeOtherBenchmark(
      String name, String mode, String unit, Map<String, String> params, double... scores)
      throws IOException {
    return new JmhJson()
        .result("com.acme.X.y", mode, unit, params, JmhJson.forks(scores))
        .writeTo(folder.resolve(name + ".json"))
        .toString();
  }

  /**
   * Writes a file with a secondary metric and a score of 100 ns/op, measured for 10 s per
   * iteration.
   */
  private String writeMetric(String fileName, String name, String unit, double... scores)
      throws IOException {
    return writeMetric(fileName, 100, name, unit, scores);
  }

  private String writeMetric(
      String fileName, double nanos, String name, String unit, double... scores)
      throws IOException {
    return new JmhJson()
        .result("com.acme.X.y", "avgt", "ns/op", Map.of(), JmhJson.forks(scaledScores(nanos)))
        .with("measurementIterations", 5)
        .with("measurementTime", "10 s")
        .with(
            "secondaryMetrics",
            Map.of(name, Map.of("scoreUnit", unit, "rawData", JmhJson.forks(scores))))
        .writeTo(folder.resolve(fileName + ".json"))
        .toString();
  }

  private JsonNode judge(String... arguments) throws IOException {
    return verb.json(SUCCESS, arguments).get("cells").get(0);
  }

  private static String verdict(JsonNode cell) {
    return cell.get("results").get(1).get("verdict").asText();
  }

  @Test
  void judgesSecondaryThroughputByItsDirection() throws IOException {
    String one = writeMetric("one", "read", "ops/us", scaledScores(8));
    String half = writeMetric("half", "read", "ops/us", scaledScores(4));
    assertThat(verdict(judge("--metric", "read", one, half))).isEqualTo("SLOWER");
    assertThat(verdict(judge("--metric", "read", half, one))).isEqualTo("FASTER");
    assertThat(verb.run("--metric=read", "--fail-on-regression", one, half)).isEqualTo(FAILED);
    assertThat(verb.output()).startsWith("REGRESSION").contains("more is better", "1 slower");
  }

  @Test
  void metricWithoutDirectionIsOnlyDifferent() throws IOException {
    String one = writeMetric("one", "gc.alloc.rate", "MB/sec", scaledScores(800));
    String more = writeMetric("more", "gc.alloc.rate", "MB/sec", scaledScores(1600));
    String[] rate = {"--metric=gc.alloc.rate", one, more};
    JsonNode cell = judge(rate);
    assertThat(verdict(cell)).isEqualTo("DIFFERENT");
    assertThat(cell.get("better").asText()).isEqualTo("UNKNOWN");
    assertThat(verb.run(rate)).isEqualTo(SUCCESS);
    assertThat(verb.output()).startsWith("UNDECIDED");
    assertThat(verb.run("--fail-on-regression", rate[0], one, more)).isEqualTo(FAILED);
    assertThat(verb.errorOutput()).contains("undecided: ").contains("--better");
    assertThat(verdict(judge("--better=less", rate[0], one, more))).isEqualTo("SLOWER");
    assertThat(verdict(judge("--better=more", rate[0], one, more))).isEqualTo("FASTER");
    assertThat(verb.run("--better=more", one, more)).isEqualTo(ExitStatus.WRONG_USE.code());
  }

  @Test
  void residualAllocationIsNotComparable() throws IOException {
    String[] norm = {"--metric=gc.alloc.rate.norm", "--fail-on-regression"};
    String one = writeAllocations("one", scaledScores(4e-6));
    String two = writeAllocations("two", scaledScores(8e-6));
    assertThat(verdict(judge(norm[0], one, two))).isEqualTo("NOT_COMPARABLE");
    assertThat(verb.run(norm[0], norm[1], one, two)).isEqualTo(SUCCESS);
    assertThat(verb.output()).contains("nothing to compare");
    String object = writeAllocations("object", scaledScores(24));
    assertThat(verdict(judge(norm[0], one, object))).isEqualTo("SLOWER");
    assertThat(verdict(judge(norm[0], object, one))).isEqualTo("FASTER");
    assertThat(verb.run(norm[0], norm[1], one, object)).isEqualTo(FAILED);
    String little = writeAllocations("little", scaledScores(0.02));
    assertThat(verdict(judge(norm[0], one, little)))
        .as("only just above a residue")
        .isEqualTo("NOT_COMPARABLE");
    String slow = writeMetric("slow", 5e8, "gc.alloc.rate.norm", "B/op", scaledScores(500));
    assertThat(verdict(judge(norm[0], one, slow)))
        .as("only just above the residue of few operations")
        .isEqualTo("NOT_COMPARABLE");
  }

  private String writeSingleShots(String name, int threads, double bytes) throws IOException {
    return new JmhJson()
        .result("com.acme.X.y", "ss", "ms/op", Map.of(), JmhJson.forks(scaledScores(5)))
        .with("threads", threads)
        .with("measurementIterations", 1)
        .with("measurementTime", "single-shot")
        .with(
            "secondaryMetrics",
            Map.of(
                "gc", Map.of("scoreUnit", "B/op", "rawData", JmhJson.forks(scaledScores(bytes)))))
        .writeTo(folder.resolve(name + ".json"))
        .toString();
  }

  @Test
  void threadsOfSingleShotsShareResidue() throws IOException {
    String[] files = {writeSingleShots("a", 16, 30_000), writeSingleShots("b", 16, 60_000)};
    assertThat(verdict(judge("--metric=gc", files[0], files[1]))).isEqualTo("SLOWER");
  }

  /** Compares equal files. Their allocation residue is 8 KiB, which is more than 10 %. */
  @Test
  void residueInEqualFilesIsNotUndecided() throws IOException {
    String same = writeSingleShots("same", 1, 20_000);
    assertThat(verb.run("--metric=gc", "--fail-on-regression", same, same)).isEqualTo(SUCCESS);
    assertThat(verb.output()).contains("(-bs)").doesNotContain("forks each");
    assertThat(forksNeeded(judge("--metric=gc", same, same)).isNull()).isTrue();
  }

  /** Returns the number of forks needed. More forks do not reduce a residue. */
  private static JsonNode forksNeeded(JsonNode cell) {
    return cell.get("results").get(1).get("forksNeeded");
  }

  /** JMH 1.37 allocated 2 to 6 KiB in each iteration, regardless of the number of operations. */
  @Test
  void differenceWithinJmhAllocationsIsNoRegression() throws IOException {
    String norm = "--metric=gc.alloc.rate.norm";
    for (double[] limit : new double[][] {{100, 24, 0.005, 0.02}, {5e8, 2000, 350, 600}}) {
      double[] base = {limit[1], limit[1], limit[1], limit[1], limit[1]};
      String[] files = new String[3];
      for (int i = 0; i < files.length; i++) {
        double more = i == 0 ? 0 : limit[i + 1];
        double[] bytes = Arrays.stream(base).map(each -> each + more).toArray();
        files[i] = writeMetric(limit[0] + "-" + i, limit[0], "gc.alloc.rate.norm", "B/op", bytes);
      }
      assertThat(verdict(judge(norm, files[0], files[1]))).isEqualTo("NO_EVIDENCE");
      assertThat(verb.run(norm, files[0], files[1])).isEqualTo(SUCCESS);
      assertThat(verb.output().replaceAll("\\s+", " "))
          .contains("no evidence of a difference: it may be a residue (up to ");
      assertThat(forksNeeded(judge(norm, files[0], files[1])).isNull()).isTrue();
      assertThat(forksNeeded(judge(norm, files[0], files[2])).isInt()).isTrue();
      assertThat(verdict(judge(norm, files[1], files[0]))).isEqualTo("NO_EVIDENCE");
      assertThat(verdict(judge(norm, files[0], files[2]))).isEqualTo("SLOWER");
      assertThat(verdict(judge(norm, files[2], files[0]))).isEqualTo("FASTER");
      boolean decided = limit[2] < limit[1] / 10;
      assertThat(verb.run(norm, "--fail-on-regression", files[0], files[1]))
          .as("a difference of 10 % is excluded")
          .isEqualTo(decided ? SUCCESS : FAILED);
    }
  }

  /** JMH's histogram used 92 KB in each iteration of 1.6 million operations. */
  @Test
  void allocationOfSampleHistogramIsResidue() throws IOException {
    for (String cell : List.of("sample 0.054", "avgt 0.054", "sample 1", "avgt 1")) {
      String mode = cell.split(" ")[0];
      String[] files = new String[2];
      for (int i = 0; i < 2; i++) {
        double[] bytes = scaledScores(Double.parseDouble(cell.split(" ")[1]) + i * 0.05);
        files[i] =
            new JmhJson()
                .result("com.acme.X.y", mode, "us/op", Map.of(), JmhJson.forks(scaledScores(0.6)))
                .with("measurementIterations", 20)
                .with("measurementTime", "1 s")
                .with(
                    "secondaryMetrics",
                    Map.of("gc", Map.of("scoreUnit", "B/op", "rawData", JmhJson.forks(bytes))))
                .writeTo(folder.resolve(cell + i + ".json"))
                .toString();
      }
      assertThat(verdict(judge("--metric=gc", files[0], files[1])))
          .as(cell)
          .isEqualTo(cell.equals("sample 0.054") ? "NOT_COMPARABLE" : "SLOWER");
    }
  }

  /** Writes the metrics of {@code -prof gc} for the given collection counts, as JMH does. */
  private String writeCollections(String name, double[][] counts) throws IOException {
    Map<String, Object> metrics = new LinkedHashMap<>();
    metrics.put("gc.count", Map.of("scoreUnit", "counts", "rawData", counts));
    double[][] left =
        Stream.of(counts)
            .map(fork -> Arrays.stream(fork).filter(count -> count > 0).toArray())
            .toArray(double[][]::new);
    if (Stream.of(left).anyMatch(fork -> fork.length > 0)) {
      metrics.put("gc.time", Map.of("scoreUnit", "ms", "rawData", left));
      metrics.put("gc.churn.G1_Eden_Space.norm", Map.of("scoreUnit", "B/op", "rawData", left));
    }
    return new JmhJson()
        .result("com.acme.X.y", "avgt", "ns/op", Map.of(), JmhJson.forks(scaledScores(100)))
        .with("secondaryMetrics", metrics)
        .writeTo(folder.resolve(name + ".json"))
        .toString();
  }

  @Test
  void iterationsWithoutCollectionCountAsZero() throws IOException {
    double[][] often = {{2, 2}, {2, 2}, {2, 2}, {2, 2}, {2, 2}};
    double[][] seldom = {{2, 0}, {0, 2}, {2, 0}, {0, 2}, {2, 0}};
    String all = writeCollections("all", often);
    String half = writeCollections("half", seldom);
    String none = writeCollections("none", new double[5][2]);
    String churn = "--metric=gc.churn.G1_Eden_Space.norm";
    JsonNode halved = judge(churn, all, half).get("results").get(1);
    assertThat(halved.get("ratio").asDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(halved.get("verdict").asText()).isEqualTo("FASTER");
    assertThat(verdict(judge(churn, all, none))).isEqualTo("FASTER");
    assertThat(verdict(judge(churn, none, all))).isEqualTo("SLOWER");
    assertThat(verdict(judge("--metric=gc.time", all, half))).isEqualTo("DIFFERENT");
    assertThat(verdict(judge("--metric=gc.time", none, none))).isEqualTo("NOT_COMPARABLE");
  }

  @Test
  void rejectsSingleSide() {
    assertThat(verb.run("--run", "-p a=1 X")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).isEqualTo("--run must have at least 2 values, got '-p a=1 X'\n");
    assertThat(verb.run("--run")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).isEqualTo("--run must have at least 2 values, got nothing\n");
    assertThat(verb.run(before)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).startsWith("FILE must be given at least twice");
  }

  @Test
  void zeroScoreIsNoFailure() throws IOException {
    String zero = writeOtherBenchmark("zero", "thrpt", "ops/s", Map.of(), new double[5]);
    String some = writeOtherBenchmark("some", "thrpt", "ops/s", Map.of(), scaledScores(100));
    for (String[] files : new String[][] {{zero, some}, {some, zero}, {zero, zero}}) {
      JsonNode results = judge(files).get("results");
      assertThat(results.findValuesAsText("outcome")).containsOnly("COMPLETED");
    }
    assertThat(verdict(judge(some, zero))).isEqualTo("SLOWER");
    assertThat(verdict(judge(zero, some))).isEqualTo("FASTER");
    assertThat(verb.run("--fail-on-regression", zero, zero)).isEqualTo(SUCCESS);
    String noTime = writeOtherBenchmark("time", "avgt", "ns/op", Map.of(), new double[5]);
    String time = writeOtherBenchmark("some-time", "avgt", "ns/op", Map.of(), scaledScores(100));
    assertThat(verdict(judge(time, noTime)))
        .as("no operation takes no time")
        .isEqualTo("NOT_COMPARABLE");
  }

  @Test
  void rejectsDifferentWorkWithoutAcrossOption() throws IOException {
    String small =
        writeOtherBenchmark("small", "avgt", "ns/op", Map.of("size", "100"), scaledScores(100));
    String large =
        writeOtherBenchmark("large", "avgt", "ns/op", Map.of("size", "1000"), scaledScores(130));
    assertThat(verb.run(small, large)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput().strip()).doesNotContain("\n").contains("size", "100", "1000");
    assertThat(verdict(judge("--across=size", small, large))).isEqualTo("SLOWER");
    assertThat(verb.run("--across=other", small, large)).isEqualTo(ExitStatus.WRONG_USE.code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "measurementBatchSize"})
  void rejectsDifferentLoads(String key) throws IOException {
    String one = writeOtherBenchmark("one", "ss", "ms/op", Map.of(), scaledScores(100));
    String other =
        new JmhJson()
            .result("com.acme.X.y", "ss", "ms/op", Map.of(), JmhJson.forks(scaledScores(100)))
            .with(key, 8)
            .with("measurementBatchSize", key.equals("threads") ? 1 : 8)
            .writeTo(folder.resolve("other.json"))
            .toString();
    String single =
        new JmhJson()
            .result("com.acme.X.y", "ss", "ms/op", Map.of(), JmhJson.forks(scaledScores(100)))
            .with("measurementBatchSize", 1)
            .writeTo(folder.resolve("single.json"))
            .toString();
    assertThat(verb.run(single, other)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).contains("8 in other.json").hasLineCount(1);
    assertThat(verb.run("--across=threads,batchSize", single, other)).isEqualTo(SUCCESS);
    assertThat(verb.run(single, one)).isEqualTo(SUCCESS);
  }

  @Test
  void convertsTimeUnits() throws IOException {
    String perSecond = writeOtherBenchmark("s", "thrpt", "ops/s", Map.of(), scaledScores(2000));
    String perMilli = writeOtherBenchmark("ms", "thrpt", "ops/ms", Map.of(), scaledScores(1));
    JsonNode cell = judge(perSecond, perMilli);
    assertThat(verdict(cell)).isEqualTo("SLOWER");
    assertThat(cell.get("results").get(1).get("ratio").asDouble()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void wideIntervalIsUndecidedAndFails() throws IOException {
    String one = writeOtherBenchmark("one", "thrpt", "ops/s", Map.of(), 100, 300, 80, 250, 120);
    String other = writeOtherBenchmark("other", "thrpt", "ops/s", Map.of(), 300, 90, 260, 110, 85);
    assertUndecided("does not exclude", one, other);
    assertThat(verb.output()).startsWith("UNDECIDED");
    String close = writeOtherBenchmark("close", "thrpt", "ops/s", Map.of(), scaledScores(100));
    String same = writeOtherBenchmark("same", "thrpt", "ops/s", Map.of(), scaledScores(100.1));
    assertThat(verb.run("--fail-on-regression", close, same)).isEqualTo(SUCCESS);
    assertThat(verb.output()).startsWith("NO REGRESSION SHOWN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "md", "json"})
  void comparesThirdPartyBenchmarksWithConstantParameters(String format) throws IOException {
    Map<String, String> params = Map.of("n", "1", "m", "2");
    String one = writeOtherBenchmark("one", "thrpt", "ops/s", params, scaledScores(100));
    String other = writeOtherBenchmark("other", "thrpt", "ops/s", params, scaledScores(50));
    Path page = folder.resolve("page.html");
    assertThat(verb.run("--format", format, "--html", page.toString(), one, other))
        .as(verb.errorOutput())
        .isEqualTo(SUCCESS);
    assertThat(verb.output()).contains("X.y");
    assertThat(page).content().contains("X.y, thrpt", "m&#x3D;2", "n&#x3D;1");
  }

  @Test
  void namesPackagesOfDifferentBenchmarks() throws IOException {
    String one = writeOtherBenchmark("one", "thrpt", "ops/s", Map.of(), scaledScores(100));
    String renamed =
        new JmhJson()
            .result("org.acme.X.y", "thrpt", "ops/s", Map.of(), JmhJson.forks(scaledScores(100)))
            .writeTo(folder.resolve("renamed.json"))
            .toString();
    assertThat(verb.run(one, renamed)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).contains("com.acme.X.y", "org.acme.X.y");
  }
}
