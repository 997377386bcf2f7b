package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.load.DocumentWrites;
import io.streambench.bench.load.LoadRun;
import io.streambench.bench.load.LoadState;
import io.streambench.config.LoadSettings;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Writes small documents, one a request, from one client that all threads share: {@code -t} is the
 * number of requests in flight. The load is a closed loop: a thread sends its next request when it
 * has the answer to the one before.
 *
 * <p>An operation is a whole load of {@code requests} requests, which the threads take from one
 * counter until none is left, so that as many are in flight until the end. With {@code
 * requests=none} it is one request, for JMH's modes that count operations in a time.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx1g", "--enable-native-access=ALL-UNNAMED"})
@Threads(100)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class UpdateRequests {

  public static class Collection extends LoadState {
    @Param("50000")
    public String requests;

    @Param("128")
    public String maxConcurrentStreams;

    @Param("256")
    public String docSizeBytes;

    @Override
    protected LoadRun open(Job job, Consumer<String> out) {
      LoadSettings settings = LoadSettings.ofUpdates(job.parameters(), job.properties());
      return LoadRun.open(
          job, settings, target -> new DocumentWrites(target, settings.written()), out);
    }
  }

  @Benchmark
  public void add(Collection collection, ThreadParams thread) {
    collection.operation(thread);
  }
}
