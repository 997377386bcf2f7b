package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Text;
import io.streambench.dispatch.Dispatch;
import java.util.List;
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
 * Delivers a message to many subscribers: one task for each of them up to a threshold, a single
 * task for all above it. One operation is one message, from the first hand-over until the last
 * subscriber has it. It includes the check that each subscriber got the message once, which takes
 * about a nanosecond per subscriber.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 1, timeUnit = TimeUnit.SECONDS)
public class FanOutDelivery {

  private record Message(long number) {}

  /** Counts its messages. One task at a time writes; the fields are read after it has ended. */
  private static final class Subscriber implements Consumer<Message> {
    private long messages;
    private long newest;

    @Override
    public void accept(Message message) {
      messages++;
      newest = message.number();
    }
  }

  /** The subscribers and their dispatcher; each sending thread has its own. */
  @State(Scope.Thread)
  public static class Topic {
    @Param("1000")
    public String subscribers;

    @Param("100")
    public String maxConcurrent;

    @Param({"POOL", "THREADS", "VIRTUAL"})
    public String mode;

    private FanOutSettings settings;
    private List<Subscriber> all;
    private Dispatch dispatch;
    private long sent;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      settings = FanOutSettings.of(Job.parameters(benchmark));
      all = Stream.generate(Subscriber::new).limit(settings.subscribers()).toList();
      dispatch = Dispatch.of(settings.mode());
    }

    private void deliver() throws InterruptedException {
      Message message = new Message(++sent);
      dispatch.deliver(message, all, settings.maxConcurrent());
      for (Subscriber subscriber : all) {
        if (subscriber.messages != sent || subscriber.newest != sent) {
          throw new IllegalStateException(
              Text.of(
                  "message %d: a subscriber has had %d messages, the newest being %d",
                  sent, subscriber.messages, subscriber.newest));
        }
      }
    }

    /** After a warm-up, since JMH counts a measured iteration's allocations until its end. */
    @TearDown(Level.Iteration)
    public void countAllocations(IterationParams iteration) throws InterruptedException {
      if (iteration.getType() == IterationType.WARMUP) {
        AllocationProfiler.count(this::deliver);
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      dispatch.close();
    }
  }

  @Benchmark
  public void deliver(Topic topic) throws InterruptedException {
    topic.deliver();
  }
}
