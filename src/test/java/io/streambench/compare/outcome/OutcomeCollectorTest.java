package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.cli.JmhParams;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class OutcomeCollectorTest {
  @TempDir Path outcomes;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private final OutcomeCollector collector =
      new OutcomeCollector(
          OutputFormatFactory.createFormatInstance(
              new PrintStream(printed, true), VerboseMode.NORMAL),
          ShownParameters.of(List.of(), Set.of()),
          params -> {},
          (collected, params) -> {});

  private static BenchmarkParams benchmarkParams(Mode mode, String useHttp1) {
    WorkloadParams parameters = new WorkloadParams();
    parameters.put("useHttp1", useHttp1, 0);
    return JmhParams.of(mode, parameters);
  }

  private void writeOutcome(Mode mode, String useHttp1, Outcome outcome) throws Exception {
    new OutcomeFile(
            "StreamingSearch.stream",
            mode.shortLabel(),
            Map.of("useHttp1", useHttp1),
            outcome,
            12.34,
            7,
            "why it ended so",
            "what to do",
            outcome == Outcome.COMPLETED ? null : "/logs/20261121-101530-x-" + outcome,
            "SAFE")
        .writeTo(outcomes);
  }

  private void completeCombination(Mode mode, String useHttp1) throws Exception {
    BenchmarkParams params = benchmarkParams(mode, useHttp1);
    collector.startBenchmark(params);
    writeOutcome(mode, useHttp1, Outcome.COMPLETED);
    collector.endBenchmark(JmhParams.result(params));
  }

  private void stallCombination(Mode mode, String useHttp1) throws Exception {
    collector.startBenchmark(benchmarkParams(mode, useHttp1));
    writeOutcome(mode, useHttp1, Outcome.STALLED);
  }

  @Test
  void completedCombinationHasScoreAndOperations() throws Exception {
    writeOutcome(Mode.Throughput, "true", Outcome.COMPLETED);
    completeCombination(Mode.Throughput, "true");
    RunSummary.Row row = collector.outcomeRows(outcomes).get(0);
    assertThat(row.outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(row.score().orElseThrow().value()).isEqualTo(5.0);
    assertThat(row.cell().shortName()).isEqualTo("StreamingSearch.stream");
    assertThat(row.operations()).isEqualTo(14);
    assertThat(row.predictedZone()).contains("SAFE");
    assertThat(row.forks()).containsExactly(new Fork(List.of(5.0)));
  }

  @Test
  void printsShownParametersButKeepsAllInResults() throws Exception {
    BenchmarkParams params = benchmarkParams(Mode.Throughput, "true");
    OutputFormat heard = collector.outputFormat();
    heard.startRun();
    heard.startBenchmark(params);
    heard.endBenchmark(JmhParams.result(params));
    heard.endRun(collector.finishedResults());
    collector.printResults();
    heard.println("Benchmark result is saved to /tmp/jmh-result");
    heard.println("anything else");
    heard.close();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("# Benchmark: ", "StreamingSearch.stream", "Score", "anything else")
        .doesNotContain("useHttp1", "is saved to");
    assertThat(collector.finishedResults().iterator().next().getParams().getParam("useHttp1"))
        .isEqualTo("true");
  }

  @Test
  void doesNotRepeatFailuresThatForkReported() {
    String said = StoppedException.class.getName() + ": STALLED: no window left";
    String caused = said + "\nCaused by: java.io.IOException\n\tat a.B.c(B.java:1)";
    String unknown = "java.lang.IllegalStateException: broken\n\tat a.B.c(B.java:1)";
    OutputFormat heard = collector.outputFormat();
    Stream.of("<failure>", "", said + "\n", said + "\n", "", "next").forEach(heard::println);
    Stream.of("<failure>", "", caused, "", "<failure>", "", unknown, "").forEach(heard::println);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            String.join(
                "\n", "", "next", "<failure>", "", caused, "", "<failure>", "", unknown, "", ""));
  }

  @Test
  void outcomesNameBenchmarkEvidenceAndResultFile() throws Exception {
    completeCombination(Mode.Throughput, "true");
    stallCombination(Mode.Throughput, "false");
    List<CellOutcome> cells = collector.cellOutcomes(outcomes, "x.json");
    assertThat(cells)
        .extracting(CellOutcome::outcome)
        .containsExactly(Outcome.COMPLETED, Outcome.STALLED);
    assertThat(cells.get(0).result()).isEqualTo("x.json");
    assertThat(cells.get(0).folder()).isNull();
    CellOutcome stalled = cells.get(1);
    assertThat(stalled.benchmark()).isEqualTo("io.streambench.bench.StreamingSearch.stream");
    assertThat(stalled.params()).isEqualTo(Map.of("useHttp1", "false"));
    assertThat(stalled.folder()).isEqualTo("20261121-101530-x-STALLED");
    assertThat(stalled.result()).isNull();
    assertThat(collector.outcomeRows(outcomes).get(1).resultText())
        .isEqualTo("STALLED, last tuple at 12.3 s, see 20261121-101530-x-STALLED");
  }

  @Test
  void assignsStallToItsMode() throws Exception {
    completeCombination(Mode.Throughput, "false");
    stallCombination(Mode.AverageTime, "false");
    assertThat(collector.outcomeRows(outcomes).stream().map(RunSummary.Row::outcome))
        .containsExactly(Outcome.COMPLETED, Outcome.STALLED);
  }

  @Test
  void treatsForkWithoutOutcomeAsFailed() throws Exception {
    BenchmarkParams first = benchmarkParams(Mode.Throughput, "true");
    collector.startBenchmark(first);
    collector.endBenchmark(JmhParams.result(first));
    collector.startBenchmark(benchmarkParams(Mode.Throughput, "false"));
    assertThat(collector.finishedResults()).hasSize(1);
    RunSummary.Row failed = collector.outcomeRows(outcomes).get(1);
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    collector.onInterrupt(outcomes);
    assertThat(collector.outcomeRows(outcomes).get(1).resultText())
        .isNotEqualTo(failed.resultText());
  }

  private static BenchmarkParams paramsWithForks(int forks, String useHttp1) {
    BenchmarkParams one = benchmarkParams(Mode.Throughput, useHttp1);
    WorkloadParams parameters = new WorkloadParams();
    parameters.put("useHttp1", useHttp1, 0);
    return ShownParameters.copy(one, parameters, forks);
  }

  private void reportIterations(BenchmarkParams params, int forks) {
    IterationResult iteration = JmhParams.result(params).getIterationResults().iterator().next();
    for (int fork = 0; fork < forks; fork++) {
      collector.outputFormat().iterationResult(params, params.getMeasurement(), 1, iteration);
    }
  }

  @Test
  void keepsCompletedForksOfInterruptedCombination() throws Exception {
    BenchmarkParams five = paramsWithForks(5, "true");
    collector.startBenchmark(five);
    writeOutcome(Mode.Throughput, "true", Outcome.COMPLETED);
    writeOutcome(Mode.Throughput, "true", Outcome.COMPLETED);
    reportIterations(five, 2);
    collector.onInterrupt(outcomes);
    writeOutcome(Mode.Throughput, "true", Outcome.FAILED); // the third fork, ended by Ctrl-C
    RunSummary.Row row = collector.outcomeRows(outcomes).get(0);
    assertThat(row.outcomeWord()).isEqualTo("INTERRUPTED");
    assertThat(row.forks()).hasSize(2);
    assertThat(row.operations()).isEqualTo(14);
    assertThat(row.score()).isPresent();
    assertThat(collector.finishedResults())
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.getParams().getForks()).isEqualTo(2);
              assertThat(kept.getParams().getParam("useHttp1")).isEqualTo("true");
              assertThat(kept.getBenchmarkResults()).hasSize(2);
            });
    assertThat(collector.cellOutcomes(outcomes, "x.json"))
        .singleElement()
        .satisfies(cell -> assertThat(cell.outcome()).isEqualTo(Outcome.COMPLETED));
  }

  @Test
  void omitsOutcomeIfInterruptedInFirstFork() throws Exception {
    completeCombination(Mode.Throughput, "true");
    collector.startBenchmark(paramsWithForks(5, "false"));
    collector.onInterrupt(outcomes);
    assertThat(collector.outcomeRows(outcomes))
        .extracting(RunSummary.Row::outcomeWord)
        .containsExactly("COMPLETED", "INTERRUPTED");
    assertThat(collector.finishedResults()).hasSize(1);
    assertThat(collector.cellOutcomes(outcomes, "x.json")).hasSize(1);
  }

  @Test
  void startsNoForkAfterInterrupt() throws Exception {
    BenchmarkParams two = paramsWithForks(2, "true");
    collector.startBenchmark(two);
    collector.onInterrupt(outcomes);
    OutputFormat told = collector.outputFormat();
    assertThatThrownBy(() -> told.println("# Run progress: 50.00% complete, ETA 00:01:00"))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> told.startBenchmark(two)).isInstanceOf(CancellationException.class);
    told.println("what has ended may still say so");
  }

  /** JMH formats the number in the user's locale. */
  @Test
  void firstEstimateMentionsSetUp() {
    String first = "# Run progress: 0.00% complete, ETA 00:00:40";
    String german = "# Run progress: 0,00% complete, ETA 00:00:40";
    String later = "# Run progress: 50.00% complete, ETA 00:01:10";
    OutputFormat heard = collector.outputFormat();
    Stream.of(first, german, later).forEach(heard::println);
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            first + " plus the set-up of each fork",
            german + " plus the set-up of each fork",
            later);
  }

  @Test
  void interruptKeepsEarlierStallsAndFailures() throws Exception {
    collector.startBenchmark(benchmarkParams(Mode.AverageTime, "true"));
    stallCombination(Mode.Throughput, "false");
    reportIterations(benchmarkParams(Mode.Throughput, "false"), 1);
    collector.onInterrupt(outcomes);
    assertThat(collector.outcomeRows(outcomes))
        .extracting(RunSummary.Row::outcomeWord)
        .containsExactly("FAILED", "STALLED");
    assertThat(collector.finishedResults()).isEmpty();
  }

  @Test
  void countsOperationsOfJmhIfForksDoNot() throws Exception {
    BenchmarkParams params = benchmarkParams(Mode.Throughput, "true");
    collector.startBenchmark(params);
    IterationResult iteration =
        new IterationResult(params, params.getMeasurement(), new IterationResultMetaData(40, 30));
    iteration.addResults(
        JmhParams.result(params).getIterationResults().iterator().next().getRawPrimaryResults());
    collector.endBenchmark(new BenchmarkResult(params, List.of(iteration)));
    // A fork without an outcome file ran no queries. The summary must not report its operations as
    // free of stalls.
    assertThat(collector.outcomeRows(outcomes).get(0).operations()).isZero();
    assertThat(collector.cellOutcomes(outcomes, "x.json").get(0).operations()).isEqualTo(40);
    writeOutcome(Mode.Throughput, "true", Outcome.COMPLETED);
    assertThat(collector.cellOutcomes(outcomes, "x.json").get(0).operations()).isEqualTo(7);
  }

  @Test
  void runWithoutForksHasNoForkScores() throws Exception {
    BenchmarkParams none = paramsWithForks(0, "true");
    collector.startBenchmark(none);
    collector.endBenchmark(JmhParams.result(none));
    assertThat(collector.outcomeRows(outcomes).get(0).forks()).isEmpty();
  }

  /** JMH does not report the end of a combination whose fork was killed. */
  @Test
  void notifiesOfStartAndEndOfEachCombination() {
    List<String> told = new ArrayList<>();
    OutcomeCollector listening =
        new OutcomeCollector(
            OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
            ShownParameters.of(List.of(), Set.of()),
            params -> told.add("begins " + params.getParam("useHttp1")),
            (collected, params) ->
                told.add(params.getParam("useHttp1") + " " + collected.finishedResults().size()));
    BenchmarkParams completed = benchmarkParams(Mode.Throughput, "false");
    listening.startBenchmark(benchmarkParams(Mode.Throughput, "true"));
    listening.startBenchmark(completed);
    listening.endBenchmark(JmhParams.result(completed));
    listening.endCombination();
    assertThat(told).containsExactly("begins true", "true 0", "begins false", "false 1");
  }

  @Test
  void keepsProfilerResultsOfWholeForks() {
    BenchmarkParams params = benchmarkParams(Mode.Throughput, "true");
    BenchmarkResult result = JmhParams.result(params);
    result.addBenchmarkResult(new ScalarResult("perf", 42, "cycles", AggregationPolicy.SUM));
    collector.startBenchmark(params);
    collector.endBenchmark(result);
    assertThat(collector.finishedResults().iterator().next().getSecondaryResults())
        .containsKey("perf");
  }
}
