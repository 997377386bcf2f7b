package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.load.DocumentWrites;
import io.streambench.bench.load.LoadState;
import io.streambench.bench.load.RequestSource;
import io.streambench.bench.settings.LoadSettings;
import java.util.concurrent.TimeUnit;
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
 * A benchmark that writes small documents, one per request, through one client. All threads share
 * the client, so {@code -t} is the number of requests in flight. The load is a closed loop: a
 * thread sends its next request after the response to the previous one.
 *
 * <p>One operation sends {@code requests} requests. The threads share one counter of remaining
 * requests, so that the number in flight stays constant until the end. With {@code requests=none},
 * an operation is a single request, which suits JMH's modes that count operations per time.
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
  /** The JMH state with the benchmark's parameters, whose values are read from the {@link Job}. */
  public static class Collection extends LoadState {
    @Param("50000")
    public String requests;

    @Param("128")
    public String maxConcurrentStreams;

    @Param("256")
    public String docSizeBytes;

    @Override
    protected LoadSettings loadSettings(Job job) {
      return LoadSettings.ofUpdates(job.parameters(), job.properties());
    }

    @Override
    protected RequestSource.Factory requestSourceFactory(Job job, LoadSettings settings) {
      return target -> new DocumentWrites(target, settings.writtenDocuments());
    }
  }

  @Benchmark
  @Summary("adds documents, with many concurrent requests over one client")
  public void add(Collection collection, ThreadParams thread) {
    collection.runOperation(thread);
  }
}
