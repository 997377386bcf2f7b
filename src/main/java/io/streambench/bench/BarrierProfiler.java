package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.rendezvous.Barrier;
import io.streambench.bench.rendezvous.JointRun;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Starts the iterations of clients on several machines at the same time; it measures nothing. The
 * first iteration should be a warm-up, since it also creates the connections and documents.
 */
public final class BarrierProfiler implements InternalProfiler {
  /** JMH's timeout of an iteration includes the wait at this barrier. */
  private static final int TIMEOUT_DIVISOR = 2;

  private Optional<Barrier> barrier = Optional.empty();

  @Override
  public String getDescription() {
    return "Begins iterations together with other clients";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    try {
      Optional<JointRun> run = JointRun.of(System.getProperty(JointRun.PROPERTY));
      if (run.isPresent()) {
        if (barrier.isEmpty()) {
          barrier = Optional.of(Barrier.open(run.get(), Job.combination(benchmark)));
        }
        Duration timeout = Duration.ofNanos(benchmark.getTimeout().convertTo(TimeUnit.NANOSECONDS));
        barrier.get().await(timeout.dividedBy(TIMEOUT_DIVISOR), BarrierProfiler::warn);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      warn("this client does not begin together with the others: " + e);
    }
  }

  private static void warn(String text) {
    System.out.println("# warning: " + text);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return List.of();
  }
}
