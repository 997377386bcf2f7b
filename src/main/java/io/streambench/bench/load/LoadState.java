package io.streambench.bench.load;

import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.LoadSettings;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/** The common JMH state of all benchmarks that send a load. */
@State(Scope.Benchmark)
public abstract class LoadState implements CheckedState {
  @Param({"false", "true"})
  public String useHttp1;

  @Param("default")
  public String connectionsPerDestination;

  @Param("1")
  public String nodeCount;

  @Param("1")
  public String numShards;

  @Param("1")
  public String numReplicas;

  @Param("embedded")
  public String cluster;

  @Param("none")
  public String zkHost;

  private LoadRun run;

  protected abstract LoadSettings loadSettings(Job job);

  protected abstract RequestSource.Factory requestSourceFactory(Job job, LoadSettings settings);

  @Override
  public Optional<LoadSettings> settings(Job job) {
    LoadSettings settings = loadSettings(job);
    if (!job.mode().isEmpty()) {
      settings.checkMode(job.mode());
    }
    return Optional.of(settings);
  }

  @Setup(Level.Trial)
  public void open(BenchmarkParams benchmark) {
    run = open(Job.of(benchmark), System.out::println);
  }

  /** Opens a run; tests call this directly, without JMH. */
  public LoadRun open(Job job, Consumer<String> out) {
    LoadSettings settings = settings(job).orElseThrow();
    return LoadRun.open(job, settings, requestSourceFactory(job, settings), out);
  }

  @Setup(Level.Iteration)
  public void begin(IterationParams iteration) {
    run.begin(
        iteration.getType() == IterationType.MEASUREMENT,
        iteration.getTime().convertTo(TimeUnit.NANOSECONDS) / 1e9);
  }

  /** Ends the load after all threads have finished. */
  @TearDown(Level.Iteration)
  public void end() {
    run.end();
  }

  @TearDown(Level.Trial)
  public void close() {
    run.close();
  }

  public void runOperation(ThreadParams thread) {
    run.runOperation(thread.getThreadIndex());
  }
}
