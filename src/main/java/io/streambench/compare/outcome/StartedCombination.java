package io.streambench.compare.outcome;

import io.streambench.base.TextFormat;
import io.streambench.bench.fork.Job;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.runfolder.RunOutcome;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.outcome.RunSummary.Row.Score;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * A combination of parameters for which JMH has started the first fork.
 *
 * @param result the result of all forks, once they have ended
 * @param isInterrupted whether the user interrupted the run before the forks ended
 */
record StartedCombination(
    BenchmarkParams params, Optional<RunResult> result, boolean isInterrupted) {
  static StartedCombination of(BenchmarkResult result) {
    BenchmarkParams params = result.getParams();
    return new StartedCombination(
        params, Optional.of(new RunResult(params, splitIntoForks(result))), false);
  }

  /** Returns this combination after an interruption, with the result of the completed forks. */
  StartedCombination withInterruption(
      List<OutcomeFile> files, List<IterationResult> measuredIterations) {
    boolean decided =
        ownOutcomeFiles(files).stream().anyMatch(file -> file.outcome() != Outcome.COMPLETED);
    if (decided || result.isPresent()) {
      return this;
    }
    int iterationsPerFork = params.getMeasurement().getCount();
    int forks = iterationsPerFork < 1 ? 0 : measuredIterations.size() / iterationsPerFork;
    if (forks == 0) {
      return new StartedCombination(params, result, true);
    }
    WorkloadParams same = new WorkloadParams();
    parameters().forEach((name, value) -> same.put(name, value, 0));
    BenchmarkParams kept = ShownParameters.copy(params, same, forks);
    StartedCombination ended =
        of(
            new BenchmarkResult(
                kept, List.copyOf(measuredIterations.subList(0, forks * iterationsPerFork))));
    return new StartedCombination(kept, ended.result, true);
  }

  /** Returns whether the combination has an outcome; false if its first fork was interrupted. */
  boolean hasEnded() {
    return !isInterrupted || result.isPresent();
  }

  /** Returns the row for the summary, based on the files that the forks wrote. */
  RunSummary.Row summaryRow(List<OutcomeFile> files) {
    List<OutcomeFile> ownFiles = ownOutcomeFiles(files);
    RunOutcome runOutcome = runOutcome(ownFiles);
    return new RunSummary.Row(
        cell(),
        result
            .filter(measured -> runOutcome.outcome() == Outcome.COMPLETED)
            .map(StartedCombination::primaryScore),
        forks(),
        ownFiles.isEmpty() ? 0 : countOperations(ownFiles),
        isInterrupted,
        ownFiles.stream().map(OutcomeFile::zone).filter(Objects::nonNull).findFirst(),
        runOutcome.outcome(),
        outcomeLine(runOutcome));
  }

  /** Returns the outcome for the JSON file next to JMH's results. */
  CellOutcome cellOutcome(List<OutcomeFile> files, String resultFileName) {
    List<OutcomeFile> ownFiles = ownOutcomeFiles(files);
    RunOutcome runOutcome = runOutcome(ownFiles);
    return new CellOutcome(
        params.getBenchmark(),
        mode(),
        cell().params(),
        1,
        0,
        runOutcome.outcome(),
        outcomeLine(runOutcome),
        countOperations(ownFiles),
        runOutcome.evidenceFolder().map(folder -> folder.getFileName().toString()).orElse(null),
        result.isPresent() ? resultFileName : null);
  }

  private Cell cell() {
    return new Cell(
        params.getBenchmark(), mode(), Cell.withThreads(parameters(), params.getThreads()));
  }

  private String mode() {
    return params.getMode().shortLabel();
  }

  private Map<String, String> parameters() {
    return Job.parameters(params);
  }

  private List<OutcomeFile> ownOutcomeFiles(List<OutcomeFile> files) {
    return files.stream()
        .filter(file -> file.benchmark().equals(cell().shortName()))
        .filter(file -> file.mode().equals(mode()))
        .filter(file -> file.parameters().equals(parameters()))
        .toList();
  }

  private RunOutcome runOutcome(List<OutcomeFile> ownFiles) {
    return RunOutcome.combine(
        ownFiles, result.isPresent(), "the fork ended without a result; its last lines are above");
  }

  private String outcomeLine(RunOutcome runOutcome) {
    if (!isInterrupted) {
      return runOutcome.summaryLine();
    }
    return result.isEmpty()
        ? "INTERRUPTED before it had a result"
        : TextFormat.of("INTERRUPTED, the result is that of %d fork(s)", params.getForks());
  }

  /** Returns the number of operations that the forks counted, or else JMH's own count. */
  private long countOperations(List<OutcomeFile> ownFiles) {
    long counted = ownFiles.stream().mapToLong(OutcomeFile::operations).sum();
    return counted > 0
        ? counted
        : result.stream()
            .flatMap(run -> run.getBenchmarkResults().stream())
            .flatMap(fork -> fork.getIterationResults().stream())
            .map(IterationResult::getMetadata)
            .filter(Objects::nonNull)
            .mapToLong(IterationResultMetaData::getAllOps)
            .sum();
  }

  /**
   * Returns the forks with at least one iteration. Returns empty if the benchmark ran in this JVM,
   * which has already done other work.
   */
  private List<Fork> forks() {
    if (result.isEmpty() || params.getForks() == 0) {
      return List.of();
    }
    return result.get().getBenchmarkResults().stream()
        .map(fork -> fork.getIterationResults().stream())
        .map(all -> all.map(iteration -> iteration.getPrimaryResult().getScore()).toList())
        .filter(iterations -> !iterations.isEmpty())
        .map(Fork::new)
        .toList();
  }

  private static Score primaryScore(RunResult result) {
    Result<?> primary = result.getPrimaryResult();
    return new Score(
        primary.getSampleCount(),
        primary.getScore(),
        primary.getScoreError(),
        primary.getScoreUnit());
  }

  /** Splits a result, in which JMH has merged the iterations of all forks, into forks. */
  private static List<BenchmarkResult> splitIntoForks(BenchmarkResult result) {
    List<IterationResult> all = List.copyOf(result.getIterationResults());
    int iterationsPerFork = result.getParams().getMeasurement().getCount();
    if (iterationsPerFork < 1 || all.size() % iterationsPerFork != 0) {
      return List.of(result);
    }
    List<BenchmarkResult> forks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += iterationsPerFork) {
      forks.add(
          new BenchmarkResult(result.getParams(), all.subList(from, from + iterationsPerFork)));
    }
    // JMH has added up the profilers' results of all forks, so the first fork gets the sum.
    result.getBenchmarkResults().values().forEach(forks.get(0)::addBenchmarkResult);
    return forks;
  }
}
