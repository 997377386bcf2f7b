package io.streambench.bench.fork;

import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ClusterProvider;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The life cycle of one run: it checks the settings, starts and fills the cluster, runs the
 * operations, and closes all resources in reverse order, even after a failure.
 */
public abstract class BenchmarkRun implements AutoCloseable {
  /** The last run that was opened. Profilers access it, and the next run in this JVM closes it. */
  private static BenchmarkRun lastRun;

  protected final Job job;
  protected final Consumer<String> out;

  /** The folder in which the parent JVM expects the outcome of this fork, if there is a parent. */
  protected final Optional<Path> outcomeFolder;

  private final Deque<AutoCloseable> resources = new ArrayDeque<>();

  protected BenchmarkRun(Job job, Consumer<String> out) {
    this.job = job;
    this.out = out;
    this.outcomeFolder = job.folderFromProperty(OutcomeFile.FOLDER_PROPERTY);
  }

  /** Closes the last run, and then creates and prepares a new run. */
  protected static synchronized <R extends BenchmarkRun> R open(Supplier<R> runFactory) {
    closeLast();
    R run = runFactory.get();
    ForkGuard.install();
    lastRun = run;
    try {
      run.prepare();
      return run;
    } catch (Exception | Error e) {
      ((BenchmarkRun) run).recordFailure(e);
      closeLast();
      throw toJmhException(e);
    }
  }

  /** Closes the last run if it is still open, and waits until it is closed. */
  public static synchronized void closeLast() {
    if (lastRun != null) {
      lastRun.abortAndClose();
      lastRun = null;
    }
  }

  public static synchronized <R extends BenchmarkRun> Optional<R> current(Class<R> runClass) {
    return Optional.ofNullable(lastRun).filter(runClass::isInstance).map(runClass::cast);
  }

  protected abstract void prepare() throws Exception;

  /** Reports why the run could not be prepared. */
  protected void reportPreparationFailure(String reason, Throwable failure) {
    writeOutcome(Outcome.FAILED, 0, 0, reason, Optional.empty(), Optional.empty());
  }

  /** Returns the predicted zone, such as SAFE, of the run's settings; empty if not predicted. */
  protected Optional<String> predictedZone(Outcome outcome) {
    return Optional.empty();
  }

  /** Called when an iteration begins; saves the initial values of cumulative counters. */
  protected void beginIteration() {}

  /** Returns the secondary results of the last iteration, which ran this number of operations. */
  protected List<ScalarResult> secondaryResults(long operations) {
    return List.of();
  }

  private void recordFailure(Throwable failure) {
    String reason =
        failure instanceof ClusterException ? failure.getMessage() : "setup failed: " + failure;
    printOutcome(Outcome.FAILED, reason);
    if (failure instanceof ClusterException known) {
      known.details().forEach(line -> out.accept("#   " + line));
    }
    reportPreparationFailure(reason, failure);
  }

  /**
   * Converts a failure for JMH, which prints exceptions in full. A {@code ClusterException} loses
   * its cause, so that JMH prints a single line.
   */
  private static RuntimeException toJmhException(Throwable failure) {
    if (failure instanceof ClusterException known) {
      return known.withoutCause();
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }

  protected final void printOutcome(Outcome outcome, String detail) {
    out.accept("\n" + TextFormat.wrapComment(outcome + ": " + detail));
  }

  protected final void warn(Object message) {
    out.accept(TextFormat.wrapComment("warning: " + message));
  }

  /** Registers a resource to be closed with the run, and returns it. */
  protected final <T extends AutoCloseable> T closeAtEnd(T resource) {
    resources.push(resource);
    return resource;
  }

  protected final DataFolder createDataFolder() throws IOException {
    return closeAtEnd(DataFolder.create(DataFolder.defaultParent()));
  }

  protected final ClusterProvider newClusterProvider(DataFolder data) {
    Path own = data.path().resolve("cluster");
    return new ClusterProvider(
        own,
        closeAtEnd(ClusterPool.open(own)),
        job.folderFromProperty(ClusterPool.FOLDER_PROPERTY),
        job.properties().getOrDefault("user.name", ""),
        out);
  }

  protected final void writeOutcome(
      Outcome outcome,
      double seconds,
      long operations,
      String detail,
      Optional<String> nextStep,
      Optional<Path> folder) {
    if (outcomeFolder.isEmpty()) {
      return;
    }
    try {
      new OutcomeFile(
              job.benchmark(),
              job.mode(),
              job.parameters(),
              outcome,
              seconds,
              operations,
              detail,
              nextStep.orElse(null),
              folder.map(Path::toString).orElse(null),
              predictedZone(outcome).orElse(null))
          .writeTo(outcomeFolder.get());
    } catch (IOException e) {
      warn("the outcome could not be handed over: " + e);
    }
  }

  /** Closes all resources, newest first. A failure only causes a warning, so the score is kept. */
  protected final void closeAll() {
    synchronized (resources) {
      while (!resources.isEmpty()) {
        try {
          resources.pop().close();
        } catch (Exception e) {
          warn("after the run: " + e);
        }
      }
    }
  }

  /** Drops the connections of an incomplete run, so that closing does not wait for responses. */
  protected void abort() throws Exception {}

  /** Aborts and closes everything after a failure; does nothing if the run is already closed. */
  protected final void abortAndClose() {
    synchronized (resources) {
      if (resources.isEmpty()) {
        return;
      }
      try {
        abort();
      } catch (Exception e) {
        warn("after the run: " + e);
      }
      closeAll();
    }
  }
}
