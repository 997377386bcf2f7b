package io.streambench.compare.cells;

import static io.streambench.compare.cells.JmhJson.forks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.cells.ComparedCell.State;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparedResultsTest {
  private static final double[][] BASE = forks(3.00, 3.02, 3.04, 3.06, 3.08);
  private static final double[][] AGAIN = forks(3.08, 3.02, 3.04, 3.06, 3.00);
  private static final double[][] SLOW = forks(2.50, 2.52, 2.54, 2.56, 2.58);

  private static final Optional<Layout> INTERLEAVED = Optional.of(Layout.INTERLEAVED);

  @TempDir Path folder;

  private Contender contender(String name, JmhJson json) throws IOException {
    return Contender.read(json.writeTo(folder.resolve(name + ".json")), name, null);
  }

  private ComparedResults compare(JmhJson a, JmhJson b) throws IOException {
    return ComparedResults.of(
        List.of(contender("a", a), contender("b", b)), 0, INTERLEAVED, Optional.empty());
  }

  private static Map<String, String> shardsParameter(int shardCount) {
    return Map.of("numShards", Integer.toString(shardCount));
  }

  private static ComparisonVerdict verdict(ComparedCell cell) {
    return cell.sides().get(1).judgement().orElseThrow().verdict();
  }

  @Test
  void joinsCellsByParameters() throws IOException {
    ComparedResults results =
        compare(
            new JmhJson().stream(shardsParameter(3), BASE).stream(shardsParameter(12), BASE),
            new JmhJson().stream(shardsParameter(12), SLOW).stream(shardsParameter(3), AGAIN));
    assertThat(results.cells())
        .extracting(ComparedResultsTest::verdict)
        .containsExactly(ComparisonVerdict.NO_EVIDENCE, ComparisonVerdict.SLOWER);
    assertThat(results.warnings()).isEmpty();
  }

  @Test
  void joinsCellsWithOneDifferingParameterAndWarns() throws IOException {
    Map<String, String> off = Map.of("numShards", "3", "capture", "off");
    Map<String, String> full = Map.of("numShards", "3", "capture", "full");
    ComparedResults results =
        compare(new JmhJson().stream(off, BASE), new JmhJson().stream(full, SLOW));
    assertThat(results.cells()).hasSize(1);
    assertThat(results.warnings())
        .containsExactly("parameter capture differs: off in a, full in b");
  }

  @Test
  void rejectsFilesWithoutCommonBenchmark() throws IOException {
    Contender a = contender("a", new JmhJson().stream(shardsParameter(3), BASE));
    Contender b =
        contender("b", new JmhJson().result("x.Other.run", "thrpt", "ops/s", Map.of(), BASE));
    assertThatThrownBy(() -> ComparedResults.of(List.of(a, b), 0, INTERLEAVED, Optional.empty()))
        .hasMessage(
            "FILE (or --run) must have a cell in common with a, which has 1 cell of"
                + " StreamingSearch.stream thrpt; this one has 1 cell of Other.run thrpt, got 'b'");
  }

  @Test
  void rejectsFilesWithoutCommonParameters() throws IOException {
    Map<String, String> old = Map.of("numShards", "12", "nodeCount", "2");
    Map<String, String> later = Map.of("numShards", "24", "nodeCount", "2", "client", "jetty");
    assertThatThrownBy(
            () ->
                compare(
                    new JmhJson()
                        .stream(Map.of("numShards", "3", "nodeCount", "2"), BASE).stream(old, BASE),
                    new JmhJson()
                        .stream(Map.of("numShards", "6", "nodeCount", "2"), BASE).stream(
                            later, BASE)))
        .hasMessageEndingWith(
            "must have a cell in common with a, which has 2 cells of StreamingSearch.stream thrpt"
                + " with numShards=3 and 12; this one has 2 cells of StreamingSearch.stream"
                + " thrpt with numShards=6 and 24, client=jetty, got 'b'");
  }

  @Test
  void namesSideWithoutParameters() throws IOException {
    assertThatThrownBy(
            () ->
                compare(
                    new JmhJson().stream(Map.of(), BASE),
                    new JmhJson()
                        .stream(shardsParameter(3), BASE).stream(shardsParameter(6), BASE)))
        .hasMessageContaining("1 cell of StreamingSearch.stream thrpt; this one has 2 cells")
        .hasMessageContaining("thrpt with numShards=3 and 6, got 'b'");
  }

  @Test
  void excludesScoresOfStalledCells() throws IOException {
    Contender a = contender("a", new JmhJson().stream(shardsParameter(12), BASE));
    Files.writeString(
        folder.resolve("b.outcomes.json"),
        """
        {"outcomes": [{"benchmark": "StreamingSearch.stream", "mode": "thrpt",
          "params": {"numShards": "12"}, "round": 1, "outcome": "STALLED"}]}
        """);
    Contender b = contender("b", new JmhJson().stream(shardsParameter(12), BASE));
    ComparedCell cell =
        ComparedResults.of(List.of(a, b), 0, INTERLEAVED, Optional.empty()).cells().get(0);
    Side stalled = cell.sides().get(1);
    assertThat(stalled.state()).isEqualTo(State.STALLED);
    assertThat(stalled.scores()).isEmpty();
    assertThat(stalled.median()).isNaN();
    assertThat(stalled.detail()).isEqualTo("1 of 6 runs");
    assertThat(verdict(cell)).isEqualTo(ComparisonVerdict.NOT_COMPARABLE);
    assertThat(cell.isRegression(stalled)).isTrue();
  }

  private static Contender measuredOn(int cpus, String solr, Contender contender) {
    return new Contender(
        contender.name(),
        contender.files(),
        contender.cells(),
        List.of(Map.of("cpus", cpus, "solr", solr)),
        List.of(),
        List.of());
  }

  @Test
  void warnsAboutOtherDifferences() throws IOException {
    Contender a = contender("a", new JmhJson().stream(shardsParameter(3), BASE));
    Contender b =
        contender(
            "b",
            new JmhJson()
                .stream(shardsParameter(3), AGAIN)
                    .with("jmhVersion", "1.21")
                    .with("jdkVersion", "21.0.1")
                    .with("warmupIterations", 1)
                    .with(
                        "jvmArgs",
                        List.of("-Xmx1g", "-Dstreambench.outcomes=/somewhere/else/entirely")));
    ComparedResults results =
        ComparedResults.of(
            List.of(measuredOn(2, "9.10.1", a), measuredOn(8, "9.8.1", b)),
            0,
            INTERLEAVED,
            Optional.empty());
    assertThat(results.warnings())
        .containsExactly(
            "JMH differs: 1.37 in a, 1.21 in b",
            "JDK differs: 17.0.12 in a, 21.0.1 in b",
            "warm-up differs: 3 x 5 s in a, 1 x 5 s in b",
            "JVM arguments differ: -Xmx2g in a, -Xmx1g in b",
            "machine (cpus) differs: 2 in a, 8 in b");
    assertThat(results.notes()).containsExactly("Solr differs: 9.10.1 in a, 9.8.1 in b");
  }

  @Test
  void ignoresPortOfIdeAndSpellingOfSeconds() throws IOException {
    String agent = "-javaagent:/opt/idea/lib/idea_rt.jar=54170:/opt/idea/bin";
    JmhJson startedByIde =
        new JmhJson()
            .stream(shardsParameter(3), AGAIN)
                .with("jvmArgs", List.of(agent, "-Xmx2g"))
                .with("warmupTime", "5000 ms");
    assertThat(compare(new JmhJson().stream(shardsParameter(3), BASE), startedByIde).warnings())
        .isEmpty();
  }

  /** A side mixes conditions if, for example, it joins files of two JDKs. */
  @Test
  void warnsWhenOneSideMixesConditions() throws IOException {
    JmhJson joined =
        new JmhJson()
            .stream(shardsParameter(3), BASE).stream(shardsParameter(3), SLOW)
                .with("jdkVersion", "21.0.1");
    assertThat(compare(joined, new JmhJson().stream(shardsParameter(3), AGAIN)).warnings())
        .contains("JDK differs within a: 17.0.12 and 21.0.1")
        .doesNotContain("JDK differs within b");
  }

  private static double[][] coldForks() {
    List<double[]> cold = new ArrayList<>();
    for (double[] fork : BASE) {
      cold.add(new double[] {fork[0], 1.3 * fork[0], 1.7 * fork[0], 2 * fork[0]});
    }
    return cold.toArray(double[][]::new);
  }

  @Test
  void trendWarningCountsCellsAfterFirstFour() throws IOException {
    JmhJson warm = new JmhJson();
    JmhJson cold = new JmhJson();
    for (int shards = 1; shards <= 5; shards++) {
      warm.stream(shardsParameter(shards), BASE);
      cold.stream(shardsParameter(shards), coldForks());
    }
    assertThat(compare(warm, cold).warnings()).anyMatch(line -> line.endsWith(" and 1 more cell"));
  }

  @Test
  void warnsAboutIterationsStillGettingFaster() throws IOException {
    ComparedResults results =
        compare(
            new JmhJson().stream(shardsParameter(12), BASE),
            new JmhJson().stream(shardsParameter(12), coldForks()));
    assertThat(results.warnings())
        .containsExactly(
            "not warm in b: scores get better from the first to the last iteration of a fork:"
                + " StreamingSearch.stream by 100 % (p < 0.001)");
  }
}
