package io.streambench.cli;

import io.streambench.report.outcome.OutcomeRow;
import io.streambench.results.CellOutcome;
import io.streambench.watchdog.OutcomeFile;
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
 * Listens to what JMH prints and remembers each combination and its score as it comes, so that a
 * table can be given at any time: JMH's own is printed at the very end, and leaves out what failed.
 * What JMH prints has the parameters that are to be shown.
 */
final class OutcomeCollector {
  /** What JMH prints above the exceptions of a fork. */
  private static final String FAILURE = "<failure>";

  /** What JMH prints before each fork, with its estimate of the time that is left. */
  private static final String PROGRESS = "# Run progress:";

  private final OutputFormat delegate;
  private final ShownParameters shown;
  private final Consumer<BenchmarkParams> beforeForks;
  private final BiConsumer<OutcomeCollector, BenchmarkParams> afterForks;
  private final Map<String, BegunCombination> begun = new LinkedHashMap<>();
  private final List<RunResult> results = new ArrayList<>();
  private boolean estimated;
  private boolean failing;
  private BenchmarkParams current;

  /** Iterations of the current combination. */
  private final List<IterationResult> measured = new ArrayList<>();

  /** What forks had left when the user ended the run; what they leave later is due to that. */
  private volatile Optional<List<OutcomeFile>> leftUntilInterrupt = Optional.empty();

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

  /**
   * What JMH prints to: its own format, of which this hears. After an interruption it throws a
   * {@link CancellationException} where JMH would begin another fork: to wait there for the end of
   * the JVM would be a deadlock wherever that waits for the run.
   */
  OutputFormat format() {
    return (OutputFormat)
        Proxy.newProxyInstance(
            OutputFormat.class.getClassLoader(),
            new Class<?>[] {OutputFormat.class},
            (proxy, method, arguments) -> heard(method, arguments));
  }

  private Object heard(Method method, Object... arguments) throws Throwable {
    if (leftUntilInterrupt.isPresent() && begins(method, arguments)) {
      throw new CancellationException("interrupted before the next fork");
    }
    switch (method.getName()) {
      case "startBenchmark" -> startBenchmark((BenchmarkParams) arguments[0]);
      case "endBenchmark" -> endBenchmark((BenchmarkResult) arguments[0]);
      case "endRun" -> ((Collection<?>) arguments[0]).forEach(one -> results.add((RunResult) one));
      case "println" -> println((String) arguments[0]);
      case "iterationResult" -> {
        iterationResult((IterationResult) arguments[3]);
        return method.invoke(delegate, arguments);
      }
      case "startRun" -> {
        estimated = false;
        return method.invoke(delegate, arguments);
      }
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
    if (!estimated && text.startsWith(PROGRESS)) {
      estimated = true; // JMH's later ones follow from the time that the forks took
      delegate.println(text + " (without set-up, such as a cluster and its documents)");
    } else if (text.equals(FAILURE)) {
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
    List<OutcomeFile> files = files(outcomes);
    return begun.values().stream().map(one -> one.row(files)).toList();
  }

  private List<OutcomeFile> files(Path outcomes) throws IOException {
    return leftUntilInterrupt.isPresent()
        ? leftUntilInterrupt.get()
        : OutcomeFile.readAll(outcomes);
  }

  synchronized Collection<RunResult> finished() {
    return begun.values().stream().flatMap(one -> one.result().stream()).toList();
  }

  /** The user ends the run: the current combination has the forks that have ended, and no more. */
  synchronized void interrupted(Path outcomes) throws IOException {
    List<OutcomeFile> files = OutcomeFile.readAll(outcomes);
    leftUntilInterrupt = Optional.of(files);
    BenchmarkParams last = current;
    if (last != null) {
      begun.computeIfPresent(last.id(), (id, one) -> one.interrupted(files, measured));
    }
  }

  /**
   * The same for programs, beside the file of JMH's results, in which what failed is missing. What
   * was interrupted before it had a result is missing here as well.
   */
  synchronized List<CellOutcome> cellOutcomes(Path outcomes, String result) throws IOException {
    List<OutcomeFile> files = files(outcomes);
    List<CellOutcome> cells = new ArrayList<>();
    for (BegunCombination one : begun.values()) {
      if (one.hasEnded()) {
        cells.add(one.outcome(files, result));
      }
    }
    return cells;
  }

  void startBenchmark(BenchmarkParams params) {
    ended();
    synchronized (this) {
      begun.put(params.id(), BegunCombination.of(params));
      current = params;
      measured.clear();
    }
    delegate.startBenchmark(shown.head(params));
    beforeForks.accept(params);
  }

  private synchronized void iterationResult(IterationResult result) {
    if (result.getParams().getType() == IterationType.MEASUREMENT) {
      measured.add(result);
    }
  }

  /** Comes with nothing when every fork failed. */
  void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      synchronized (this) {
        begun.put(result.getParams().id(), BegunCombination.of(result));
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

  /**
   * Returns whether JMH says that a benchmark or a fork begins; what has ended it may still say.
   */
  private static boolean begins(Method method, Object[] arguments) {
    return method.getName().equals("startBenchmark")
        || arguments != null
            && arguments.length > 0
            && arguments[0] instanceof String text
            && text.startsWith(PROGRESS);
  }
}
