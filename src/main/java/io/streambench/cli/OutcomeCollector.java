package io.streambench.cli;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.bench.fork.Job;
import io.streambench.report.outcome.OutcomeRow;
import io.streambench.report.outcome.OutcomeRow.Score;
import io.streambench.results.Cell;
import io.streambench.results.CellOutcome;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunOutcome;
import io.streambench.watchdog.StoppedException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Listens to what JMH prints and remembers each combination and its score as it comes, so that a
 * table can be given at any time: JMH's own is printed at the very end, and leaves out what failed.
 * What JMH prints has the parameters that are to be shown.
 */
final class OutcomeCollector {
  /** What JMH prints above the exceptions of a fork. */
  private static final String FAILURE = "<failure>";

  private final OutputFormat delegate;
  private final ShownParameters shown;
  private final Consumer<BenchmarkParams> beforeForks;
  private final BiConsumer<OutcomeCollector, BenchmarkParams> afterForks;
  private final Map<String, Begun> begun = new LinkedHashMap<>();
  private final List<RunResult> results = new ArrayList<>();
  private boolean interrupted;
  private boolean failing;
  private BenchmarkParams current;

  private record Begun(BenchmarkParams params, Optional<RunResult> result) {
    Cell cell() {
      return new Cell(
          params.getBenchmark(), mode(), Cell.withThreads(parameters(), params.getThreads()));
    }

    String mode() {
      return params.getMode().shortLabel();
    }

    Map<String, String> parameters() {
      return Job.parameters(params);
    }
  }

  /** Calls the consumers before the first fork of each combination and after its last. */
  OutcomeCollector(
      OutputFormat delegate,
      ShownParameters shown,
      Consumer<BenchmarkParams> beforeForks,
      BiConsumer<OutcomeCollector, BenchmarkParams> afterForks) {
    this.delegate = delegate;
    this.shown = shown;
    this.beforeForks = beforeForks;
    this.afterForks = afterForks;
  }

  /** What JMH prints to: its own format, of which this hears. */
  OutputFormat format() {
    return (OutputFormat)
        Proxy.newProxyInstance(
            OutputFormat.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, arguments) -> heard(method, arguments));
  }

  private Object heard(Method method, Object... arguments) throws Throwable {
    switch (method.getName()) {
      case "startBenchmark" -> startBenchmark((BenchmarkParams) arguments[0]);
      case "endBenchmark" -> endBenchmark((BenchmarkResult) arguments[0]);
      case "endRun" -> ((Collection<?>) arguments[0]).forEach(one -> results.add((RunResult) one));
      case "println" -> println((String) arguments[0]);
      case "close" -> delegate.flush(); // what comes after JMH still has something to say
      default -> {
        try {
          return method.invoke(delegate, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
    return null;
  }

  /** Leaves out a failure that the fork has printed, and JMH's result file, which is removed. */
  private synchronized void println(String text) {
    if (text.equals(FAILURE)) {
      failing = true;
    } else if (StoppedException.isWhole(text)) {
      failing = false;
    } else if (!text.startsWith("Benchmark result is saved to ") && !(failing && text.isBlank())) {
      if (failing) {
        failing = false;
        delegate.println(FAILURE);
        delegate.println("");
      }
      delegate.println(text);
    }
  }

  /** One row for each combination that was begun, from what the forks have left in the folder. */
  synchronized List<OutcomeRow> rows(Path outcomes) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    return begun.values().stream().map(one -> row(one, own(one, files))).toList();
  }

  synchronized Collection<RunResult> finished() {
    return begun.values().stream().flatMap(one -> one.result.stream()).toList();
  }

  /** Combinations without a result are cut short from now on. */
  synchronized void interrupted() {
    interrupted = true;
  }

  /** The same for programs, beside the file of JMH's results, in which what failed is missing. */
  synchronized List<CellOutcome> cellOutcomes(Path outcomes, String result) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    List<CellOutcome> cells = new ArrayList<>();
    for (Begun one : begun.values()) {
      RunOutcome ending = ending(one, own(one, files));
      cells.add(
          new CellOutcome(
              one.params.getBenchmark(),
              one.mode(),
              one.cell().params(),
              1,
              0,
              ending.outcome(),
              ending.line(),
              0,
              ending.evidence().map(folder -> folder.getFileName().toString()).orElse(null),
              one.result.isPresent() ? result : null));
    }
    return cells;
  }

  private static List<OutcomeFile> own(Begun one, List<OutcomeFile> files) {
    return files.stream()
        .filter(file -> file.benchmark().equals(one.cell().shortName()))
        .filter(file -> file.mode().equals(one.mode()))
        .filter(file -> file.parameters().equals(one.parameters()))
        .toList();
  }

  private RunOutcome ending(Begun one, List<OutcomeFile> own) {
    String silence =
        interrupted
            ? "interrupted before it had a result"
            : "the fork ended without a result; its last lines are above";
    return RunOutcome.of(own, one.result.isPresent(), silence);
  }

  private OutcomeRow row(Begun one, List<OutcomeFile> own) {
    RunOutcome ending = ending(one, own);
    return new OutcomeRow(
        one.cell(),
        one.result
            .filter(result -> ending.outcome() == Outcome.COMPLETED)
            .map(OutcomeCollector::score),
        one.result.map(OutcomeCollector::forks).orElse(List.of()),
        own.stream().mapToLong(OutcomeFile::operations).sum(),
        own.stream().map(OutcomeFile::zone).filter(Objects::nonNull).findFirst(),
        ending.outcome(),
        ending.line());
  }

  /** One for each fork of a result that has an iteration, with the scores of its iterations. */
  static List<Fork> forks(RunResult result) {
    return result.getBenchmarkResults().stream()
        .map(fork -> fork.getIterationResults().stream())
        .map(all -> all.map(one -> one.getPrimaryResult().getScore()).toList())
        .filter(iterations -> !iterations.isEmpty())
        .map(Fork::new)
        .toList();
  }

  private static Score score(RunResult result) {
    Result<?> primary = result.getPrimaryResult();
    return new Score(
        primary.getSampleCount(),
        primary.getScore(),
        primary.getScoreError(),
        primary.getScoreUnit());
  }

  void startBenchmark(BenchmarkParams params) {
    ended();
    synchronized (this) {
      begun.put(params.id(), new Begun(params, Optional.empty()));
      current = params;
    }
    delegate.startBenchmark(shown.head(params));
    beforeForks.accept(params);
  }

  /** Comes with nothing when every fork failed. */
  void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      synchronized (this) {
        BenchmarkParams params = result.getParams();
        begun.put(
            params.id(), new Begun(params, Optional.of(new RunResult(params, forks(result)))));
      }
    }
    delegate.endBenchmark(result);
    ended();
  }

  void printResults() {
    if (!results.isEmpty()) {
      delegate.endRun(results.stream().map(shown::row).toList());
    }
  }

  /** JMH does not say so of a combination whose fork ends with a status; the next begins then. */
  void ended() {
    BenchmarkParams last = current;
    current = null;
    if (last != null) {
      afterForks.accept(this, last);
    }
  }

  /** JMH hands over the iterations of all forks as one. */
  private static List<BenchmarkResult> forks(BenchmarkResult result) {
    List<IterationResult> all = List.copyOf(result.getIterationResults());
    int each = result.getParams().getMeasurement().getCount();
    if (each < 1 || all.size() % each != 0) {
      return List.of(result);
    }
    List<BenchmarkResult> forks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += each) {
      forks.add(new BenchmarkResult(result.getParams(), all.subList(from, from + each)));
    }
    // Of profilers that look at a fork as a whole: JMH adds them up over all forks.
    result.getBenchmarkResults().values().forEach(forks.get(0)::addBenchmarkResult);
    return forks;
  }
}
