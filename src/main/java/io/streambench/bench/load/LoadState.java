package io.streambench.bench.load;

import io.streambench.bench.fork.Job;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/** What the states of all benchmarks that send a load have in common. */
public abstract class LoadState {
  private LoadRun run;

  protected abstract LoadRun open(Job job);

  @Setup(Level.Trial)
  public void open(BenchmarkParams benchmark) {
    run = open(Job.of(benchmark));
  }

  @Setup(Level.Iteration)
  public void begin(IterationParams iteration) {
    run.begins(
        iteration.getType() == IterationType.MEASUREMENT,
        iteration.getTime().convertTo(TimeUnit.NANOSECONDS) / 1e9);
  }

  /** Ends the load after all threads: JMH does not wait for the tear-downs of each. */
  @TearDown(Level.Iteration)
  public void end() {
    run.ends();
  }

  @TearDown(Level.Trial)
  public void close() {
    run.close();
  }

  public void operation(Sender sender) {
    run.operation(sender.index);
  }

  @State(Scope.Thread)
  public static class Sender {
    private int index;

    @Setup(Level.Trial)
    public void begin(ThreadParams thread) {
      index = thread.getThreadIndex();
    }
  }
}
