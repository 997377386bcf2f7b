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
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * A collector that observes JMH's output and keeps the score of each combination of parameters, so
 * that a table is available at any time. (JMH prints a table only at the end, and without failed
 * combinations.) It limits JMH's output to the selected parameters.
 */
public final class OutcomeCollector {
  /** The line that JMH prints above the exceptions of a fork. */
  private static final String FAILURE_LINE = "<failure>";

  /** The start of the line that JMH prints before each fork, with the estimated remaining time. */
  private static final String PROGRESS_PREFIX = "# Run progress:";

  /**
   * Matches the progress line before the first fork. Its estimate covers only the iterations; later
   * estimates are extrapolated from completed forks, including their set-up.
   */
  private static final Pattern FIRST_ESTIMATE =
      Pattern.compile(Pattern.quote(PROGRESS_PREFIX) + " 0\\D00% complete, ETA .*");

  private final OutputFormat delegate;
  private final ShownParameters shownParameters;
  private final Consumer<BenchmarkParams> beforeForks;
  private final BiConsumer<OutcomeCollector, BenchmarkParams> afterForks;
  private final Map<String, StartedCombination> startedCombinations = new LinkedHashMap<>();
  private final List<RunResult> results = new ArrayList<>();
  private boolean isFailureLinePending;
  private boolean isSummarized;
  private BenchmarkParams currentParams;

  private final List<IterationResult> measuredIterations = new ArrayList<>();

  /** The outcome files at the time of an interruption. Later files are ignored. */
  private volatile Optional<List<OutcomeFile>> filesAtInterrupt = Optional.empty();

  /** Creates a collector that calls the consumers before and after the forks of a combination. */
  public OutcomeCollector(
      OutputFormat delegate,
      ShownParameters shownParameters,
      Consumer<BenchmarkParams> beforeForks,
      BiConsumer<OutcomeCollector, BenchmarkParams> afterForks) {
    this.delegate = delegate;
    this.shownParameters = shownParameters;
    this.beforeForks = beforeForks;
    this.afterForks = afterForks;
  }

  /**
   * Returns the output format for JMH: a proxy of JMH's own format that reports to this collector.
   * After an interruption, the proxy throws a {@link CancellationException} before the next fork.
   * The proxy does not wait for the JVM to exit, because the exit may itself wait for this run.
   */
  public OutputFormat outputFormat() {
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
        addIterationResult((IterationResult) arguments[3]);
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
   * Prints a line, unless it repeats a fork's failure or names the temporary result file. Adds a
   * remark to JMH's first estimate of the remaining time, which excludes the set-up of each fork.
   */
  private synchronized void println(String text) {
    if (text.equals(FAILURE_LINE)) {
      isFailureLinePending = true;
    } else if (StoppedException.isCompleteTrace(text)) {
      isFailureLinePending = false;
    } else if (!text.startsWith("Benchmark result is saved to ")
        && !(isFailureLinePending && text.isBlank())) {
      if (isFailureLinePending) {
        isFailureLinePending = false;
        delegate.println(FAILURE_LINE);
        delegate.println("");
      }
      delegate.println(
          FIRST_ESTIMATE.matcher(text).matches() ? text + " plus the set-up of each fork" : text);
    }
  }

  /** Returns a row for each started combination, based on the outcome files in this folder. */
  public synchronized List<RunSummary.Row> outcomeRows(Path outcomes) throws IOException {
    List<OutcomeFile> files = readOutcomeFiles(outcomes);
    return startedCombinations.values().stream()
        .map(combination -> combination.summaryRow(files))
        .toList();
  }

  private List<OutcomeFile> readOutcomeFiles(Path outcomes) throws IOException {
    return filesAtInterrupt.isPresent() ? filesAtInterrupt.get() : OutcomeFile.readAll(outcomes);
  }

  /** Returns whether the run was already marked as summarized, and marks it. */
  public synchronized boolean testAndSetSummarized() {
    boolean before = isSummarized;
    isSummarized = true;
    return before;
  }

  public synchronized Collection<RunResult> finishedResults() {
    return startedCombinations.values().stream()
        .flatMap(combination -> combination.result().stream())
        .toList();
  }

  /** Handles an interruption by keeping only the completed forks of the current combination. */
  public synchronized void onInterrupt(Path outcomes) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    filesAtInterrupt = Optional.of(files);
    BenchmarkParams last = currentParams;
    if (last != null) {
      startedCombinations.computeIfPresent(
          last.id(), (id, combination) -> combination.withInterruption(files, measuredIterations));
    }
  }

  /**
   * Returns the outcomes of all combinations, including failed ones, for the JSON file next to
   * JMH's results. Omits a combination that was interrupted before its first result.
   */
  synchronized List<CellOutcome> cellOutcomes(Path outcomes, String result) throws IOException {
    List<OutcomeFile> files = readOutcomeFiles(outcomes);
    return startedCombinations.values().stream()
        .filter(StartedCombination::hasEnded)
        .map(combination -> combination.cellOutcome(files, result))
        .toList();
  }

  void startBenchmark(BenchmarkParams params) {
    endCombination();
    synchronized (this) {
      startedCombinations.put(params.id(), new StartedCombination(params, Optional.empty(), false));
      currentParams = params;
      measuredIterations.clear();
    }
    delegate.startBenchmark(shownParameters.limitToShown(params));
    beforeForks.accept(params);
  }

  private synchronized void addIterationResult(IterationResult result) {
    if (result.getParams().getType() == IterationType.MEASUREMENT) {
      measuredIterations.add(result);
    }
  }

  /** Ends the current combination. The result is null if every fork failed. */
  void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      synchronized (this) {
        startedCombinations.put(result.getParams().id(), StartedCombination.of(result));
      }
    }
    delegate.endBenchmark(result);
    endCombination();
  }

  public void printResults() {
    if (!results.isEmpty()) {
      delegate.endRun(results.stream().map(shownParameters::limitToColumns).toList());
    }
  }

  /** Ends the current combination if it has not ended, as after the failure of a fork. */
  public void endCombination() {
    BenchmarkParams last = currentParams;
    currentParams = null;
    if (last != null) {
      afterForks.accept(this, last);
    }
  }

  /** Returns whether JMH is about to start a benchmark or a fork. */
  private static boolean isForkStart(Method method, Object[] arguments) {
    return method.getName().equals("startBenchmark")
        || arguments != null
            && arguments.length > 0
            && arguments[0] instanceof String text
            && text.startsWith(PROGRESS_PREFIX);
  }
}
