package io.streambench.cli;

import io.streambench.analysis.Outcome;
import io.streambench.config.Text;
import io.streambench.report.outcome.OutcomeRow;
import io.streambench.report.outcome.OutcomeRow.Score;
import io.streambench.results.Cell;
import io.streambench.results.CellOutcome;
import io.streambench.watchdog.OutcomeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Listens to what JMH prints and remembers each combination and its score as it comes, so that a
 * table can be given at any time: JMH's own is printed at the very end, and leaves out what failed.
 */
final class OutcomeCollector implements OutputFormat {
  private final OutputFormat delegate;
  private final Consumer<BenchmarkParams> beforeForks;
  private final Map<String, Begun> begun = new LinkedHashMap<>();

  private boolean interrupted;

  private record Begun(BenchmarkParams params, Optional<RunResult> result) {}

  OutcomeCollector(OutputFormat delegate) {
    this(delegate, params -> {});
  }

  /**
   * @param beforeForks called for each combination before its first fork is started
   */
  OutcomeCollector(OutputFormat delegate, Consumer<BenchmarkParams> beforeForks) {
    this.delegate = delegate;
    this.beforeForks = beforeForks;
  }

  /**
   * One row for each combination that was begun.
   *
   * @param outcomes where the forks have left theirs
   */
  synchronized List<OutcomeRow> rows(Path outcomes) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    List<OutcomeRow> rows = new ArrayList<>();
    begun.values().forEach(one -> rows.add(row(one.params, one.result, files)));
    return rows;
  }

  /** The results that JMH has finished, for a run that is cut short. */
  synchronized Collection<RunResult> finished() {
    return begun.values().stream().flatMap(one -> one.result.stream()).toList();
  }

  /** From here on, what has no result yet is told as cut short. */
  synchronized void interrupted() {
    interrupted = true;
  }

  /**
   * The same for programs, to be left beside JMH's results, in which what failed is missing.
   *
   * @param outcomes where the forks have left theirs
   * @param result name of the file with JMH's results
   */
  synchronized List<CellOutcome> cellOutcomes(Path outcomes, String result) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    List<CellOutcome> cells = new ArrayList<>();
    for (Begun one : begun.values()) {
      OutcomeRow row = row(one.params, one.result, files);
      String benchmark = one.params.getBenchmark();
      String folder =
          files.stream()
              .filter(file -> of(file, row))
              .filter(file -> file.outcome() != Outcome.COMPLETED && file.folder() != null)
              .findFirst()
              .map(file -> Path.of(file.folder()).getFileName().toString())
              .orElse(null);
      cells.add(
          new CellOutcome(
              benchmark,
              row.mode(),
              Cell.withThreads(row.parameters(), one.params.getThreads()),
              1,
              row.outcome(),
              row.result(),
              folder,
              one.result.isPresent() ? result : null));
    }
    return cells;
  }

  private static boolean of(OutcomeFile file, OutcomeRow row) {
    return file.benchmark().equals(row.benchmark())
        && file.mode().equals(row.mode())
        && file.parameters().equals(row.parameters());
  }

  private OutcomeRow row(
      BenchmarkParams params, Optional<RunResult> result, List<OutcomeFile> files) {
    Map<String, String> parameters = new LinkedHashMap<>();
    params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
    String benchmark = shortName(params.getBenchmark());
    List<OutcomeFile> mine =
        files.stream()
            .filter(file -> file.benchmark().equals(benchmark))
            .filter(file -> file.mode().equals(params.getMode().shortLabel()))
            .filter(file -> file.parameters().equals(parameters))
            .toList();
    Optional<OutcomeFile> bad =
        mine.stream().filter(file -> file.outcome() != Outcome.COMPLETED).findFirst();
    Outcome outcome =
        bad.map(OutcomeFile::outcome)
            .orElse(result.isPresent() ? Outcome.COMPLETED : Outcome.FAILED);
    return new OutcomeRow(
        benchmark,
        parameters,
        params.getMode().shortLabel(),
        outcome == Outcome.COMPLETED ? result.map(OutcomeCollector::score) : Optional.empty(),
        outcome,
        describe(outcome, bad, mine));
  }

  private String describe(Outcome outcome, Optional<OutcomeFile> bad, List<OutcomeFile> mine) {
    return switch (outcome) {
      case COMPLETED ->
          mine.isEmpty() ? "COMPLETED" : "COMPLETED, " + mine.get(mine.size() - 1).detail();
      case STALLED ->
          Text.of("STALLED at %.1f s (last tuple)", bad.orElseThrow().seconds()) + folder(bad);
      case FAILED ->
          "FAILED: "
              + bad.map(OutcomeFile::detail)
                  .orElse(
                      interrupted
                          ? "interrupted before it had a result"
                          : "the fork ended without a result, see above")
              + folder(bad);
    };
  }

  private static String folder(Optional<OutcomeFile> file) {
    return file.map(OutcomeFile::folder)
        .map(folder -> ", see " + Path.of(folder).getFileName())
        .orElse("");
  }

  private static Score score(RunResult result) {
    Result<?> primary = result.getPrimaryResult();
    return new Score(
        primary.getSampleCount(),
        primary.getScore(),
        primary.getScoreError(),
        primary.getScoreUnit());
  }

  /** Class and method, as JMH shows them where no two classes share a name. */
  private static String shortName(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  @Override
  public void startBenchmark(BenchmarkParams params) {
    synchronized (this) {
      begun.put(params.id(), new Begun(params, Optional.empty()));
    }
    delegate.startBenchmark(params);
    beforeForks.accept(params);
  }

  /** Comes with nothing when every fork failed. */
  @Override
  public void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      synchronized (this) {
        BenchmarkParams params = result.getParams();
        begun.put(
            params.id(), new Begun(params, Optional.of(new RunResult(params, List.of(result)))));
      }
    }
    delegate.endBenchmark(result);
  }

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
    delegate.iteration(benchmark, params, iteration);
  }

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
    delegate.iterationResult(benchmark, params, iteration, data);
  }

  @Override
  public void startRun() {
    delegate.startRun();
  }

  @Override
  public void endRun(Collection<RunResult> result) {
    delegate.endRun(result);
  }

  @Override
  public void print(String text) {
    delegate.print(text);
  }

  @Override
  public void println(String text) {
    delegate.println(text);
  }

  @Override
  public void flush() {
    delegate.flush();
  }

  @Override
  public void close() {
    delegate.close();
  }

  @Override
  public void verbosePrintln(String text) {
    delegate.verbosePrintln(text);
  }

  @Override
  public void write(int b) {
    delegate.write(b);
  }

  @Override
  public void write(byte[] b) throws IOException {
    delegate.write(b);
  }
}
