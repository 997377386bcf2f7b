package io.streambench.compare.outcome;

import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.compare.cells.CellOutcome;
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
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Listens to JMH's output and keeps each combination and its score, so that a table is available at
 * any time. JMH prints its own only at the end, without failed combinations. The output shows only
 * the selected parameters.
 */
public final class OutcomeCollector {
  /** JMH's line above the exceptions of a fork. */
  private static final String FAILURE = "<failure>";

  /** JMH's line before each fork, with JMH's estimate of the remaining time. */
  private static final String PROGRESS = "# Run progress:";

  private final OutputFormat delegate;
  private final ShownParameters shown;
  private final Consumer<BenchmarkParams> beforeForks;
  private final BiConsumer<OutcomeCollector, BenchmarkParams> afterForks;
  private final Map<String, StartedCombination> started = new LinkedHashMap<>();
  private final List<RunResult> results = new ArrayList<>();
  private boolean forkFailed;
  private boolean summarized;
  private BenchmarkParams current;

  /** Iterations of the current combination. */
  private final List<IterationResult> measured = new ArrayList<>();

  /** The forks' files at the time of an interruption; later files are only consequences of it. */
  private volatile Optional<List<OutcomeFile>> filesAtInterrupt = Optional.empty();

  /** Calls the consumers before the first fork of each combination and after its last. */
  public OutcomeCollector(
      OutputFormat delegate,
      ShownParameters shown,
      Consumer<BenchmarkParams> beforeForks,
      BiConsumer<OutcomeCollector, BenchmarkParams> afterForks) {
    this.delegate = delegate;
    this.shown = shown;
    this.beforeForks = beforeForks;
    this.afterForks = afterForks;
  }

  /**
   * The output format for JMH: a proxy of its own format that informs this collector. After an
   * interruption it throws a {@link CancellationException} when JMH would start another fork,
   * because waiting there for the end of the JVM would deadlock if the JVM waits for the run.
   */
  public OutputFormat format() {
    return (OutputFormat)
        Proxy.newProxyInstance(
            OutputFormat.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, arguments) -> intercept(method, arguments));
  }

  private Object intercept(Method method, Object... arguments) throws Throwable {
    if (filesAtInterrupt.isPresent() && isForkStart(method, arguments)) {
      throw new CancellationException("interrupted before the next fork");
    }
    switch (method.getName()) {
      case "startBenchmark" -> startBenchmark((BenchmarkParams) arguments[0]);
      case "endBenchmark" -> endBenchmark((BenchmarkResult) arguments[0]);
      case "endRun" ->
          ((Collection<?>) arguments[0]).forEach(result -> results.add((RunResult) result));
      case "println" -> println((String) arguments[0]);
      case "iterationResult" -> {
        iterationResult((IterationResult) arguments[3]);
        return method.invoke(delegate, arguments);
      }
      case "close" -> delegate.flush(); // later output still needs the format
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

  /**
   * Prints a line unless it repeats a failure that the fork has printed, or names the temporary
   * result file.
   */
  private synchronized void println(String text) {
    if (text.equals(FAILURE)) {
      forkFailed = true;
    } else if (StoppedException.isCompleteTrace(text)) {
      forkFailed = false;
    } else if (!text.startsWith("Benchmark result is saved to ")
        && !(forkFailed && text.isBlank())) {
      if (forkFailed) {
        forkFailed = false;
        delegate.println(FAILURE);
        delegate.println("");
      }
      delegate.println(text);
    }
  }

  /** One row for each combination that was started, from the forks' files in the folder. */
  public synchronized List<RunSummary.Row> outcomeRows(Path outcomes) throws IOException {
    List<OutcomeFile> files = files(outcomes);
    return started.values().stream().map(combination -> combination.row(files)).toList();
  }

  private List<OutcomeFile> files(Path outcomes) throws IOException {
    return filesAtInterrupt.isPresent() ? filesAtInterrupt.get() : OutcomeFile.readAll(outcomes);
  }

  /** Marks the run as summarized. Returns whether it already was: an interrupted run ends twice. */
  public synchronized boolean testAndSetSummarized() {
    boolean before = summarized;
    summarized = true;
    return before;
  }

  public synchronized Collection<RunResult> finishedResults() {
    return started.values().stream().flatMap(combination -> combination.result().stream()).toList();
  }

  /** Handles an interruption: only the completed forks of the current combination count. */
  public synchronized void onInterrupt(Path outcomes) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    filesAtInterrupt = Optional.of(files);
    BenchmarkParams last = current;
    if (last != null) {
      started.computeIfPresent(
          last.id(), (id, combination) -> combination.withInterruption(files, measured));
    }
  }

  /**
   * The outcomes for the JSON file next to JMH's results, which omit failed combinations. A
   * combination that was interrupted before its first result is left out.
   */
  synchronized List<CellOutcome> cellOutcomes(Path outcomes, String result) throws IOException {
    List<OutcomeFile> files = files(outcomes);
    return started.values().stream()
        .filter(StartedCombination::hasEnded)
        .map(combination -> combination.outcome(files, result))
        .toList();
  }

  void startBenchmark(BenchmarkParams params) {
    onForkEnd();
    synchronized (this) {
      started.put(params.id(), StartedCombination.of(params));
      current = params;
      measured.clear();
    }
    delegate.startBenchmark(shown.headerOf(params));
    beforeForks.accept(params);
  }

  private synchronized void iterationResult(IterationResult result) {
    if (result.getParams().getType() == IterationType.MEASUREMENT) {
      measured.add(result);
    }
  }

  /** Ends the current combination. JMH passes null if every fork failed. */
  void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      synchronized (this) {
        started.put(result.getParams().id(), StartedCombination.of(result));
      }
    }
    delegate.endBenchmark(result);
    onForkEnd();
  }

  public void printResults() {
    if (!results.isEmpty()) {
      delegate.endRun(results.stream().map(shown::rowOf).toList());
    }
  }

  /**
   * Ends the combination, at the latest when the next one starts: JMH reports no end if a fork
   * fails.
   */
  public void onForkEnd() {
    BenchmarkParams last = current;
    current = null;
    if (last != null) {
      afterForks.accept(this, last);
    }
  }

  /**
   * Returns whether a call of the output format announces a benchmark or fork; only such calls fail
   * after an interruption.
   */
  private static boolean isForkStart(Method method, Object[] arguments) {
    return method.getName().equals("startBenchmark")
        || arguments != null
            && arguments.length > 0
            && arguments[0] instanceof String text
            && text.startsWith(PROGRESS);
  }
}
