package io.streambench.bench;

import io.streambench.base.TextFormat;
import io.streambench.bench.dispatch.Dispatch;
import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.DispatchMode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A benchmark that delivers a message to many subscribers. Up to {@code maxConcurrent} subscribers
 * get one task each; more subscribers share a single task. One operation delivers one message and
 * waits until every subscriber has received it. It includes a check that each subscriber received
 * the message once, which takes about a nanosecond per subscriber.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 1, timeUnit = TimeUnit.SECONDS)
public class FanOutDelivery {
  private record Message(long number) {}

  /**
   * A subscriber that counts its messages. Not thread-safe: the fields are read only after the task
   * that writes the fields has ended.
   */
  private static final class Subscriber implements Consumer<Message> {
    private long messageCount;
    private long newestNumber;

    @Override
    public void accept(Message message) {
      messageCount++;
      newestNumber = message.number();
    }
  }

  /**
   * The JMH state of a benchmark thread: its subscribers, and the benchmark's parameters, whose
   * values are read from the {@link Job}.
   */
  @State(Scope.Thread)
  public static class Topic implements CheckedState {
    @Param("1000")
    public String subscribers;

    @Param("100")
    public String maxConcurrent;

    @Param({"POOL", "THREADS", "VIRTUAL"})
    public String mode;

    private int subscriberCount;
    private int maxConcurrentTasks;
    private DispatchMode dispatchMode;
    private List<Subscriber> receivers;
    private Dispatch dispatch;
    private long sentCount;

    @Override
    public Optional<ClusterRequirements> settings(Job job) {
      subscriberCount = BenchmarkParameters.SUBSCRIBERS.valueIn(job.parameters());
      maxConcurrentTasks = BenchmarkParameters.MAX_CONCURRENT.valueIn(job.parameters());
      dispatchMode = BenchmarkParameters.DISPATCH_MODE.valueIn(job.parameters());
      return Optional.empty();
    }

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      settings(Job.of(benchmark));
      receivers = Stream.generate(Subscriber::new).limit(subscriberCount).toList();
      dispatch = Dispatch.of(dispatchMode);
    }

    private void deliver() throws InterruptedException {
      Message message = new Message(++sentCount);
      dispatch.deliver(message, receivers, maxConcurrentTasks);
      for (Subscriber subscriber : receivers) {
        if (subscriber.messageCount != sentCount || subscriber.newestNumber != sentCount) {
          throw new IllegalStateException(
              TextFormat.of(
                  "message %d: a subscriber has had %d messages, the newest being %d",
                  sentCount, subscriber.messageCount, subscriber.newestNumber));
        }
      }
    }

    /**
     * Counts allocations after each warm-up iteration. Counting after a measured iteration would
     * distort that iteration's results.
     */
    @TearDown(Level.Iteration)
    public void countAllocations(IterationParams iteration) throws InterruptedException {
      if (iteration.getType() == IterationType.WARMUP) {
        AllocationProfiler.countAllocations(this::deliver);
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      dispatch.close();
    }
  }

  @Benchmark
  @Summary("delivers one message to many subscribers, on pooled or own threads")
  public void deliver(Topic topic) throws InterruptedException {
    topic.deliver();
  }
}
