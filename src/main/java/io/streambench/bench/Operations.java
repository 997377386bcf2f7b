package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.load.DocumentWrites;
import io.streambench.bench.load.LoadState;
import io.streambench.bench.load.Lookups;
import io.streambench.bench.load.PageReads;
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
 * A benchmark that looks up, reads and writes documents through one client. All threads share the
 * client, so {@code -t} is the number of requests in flight. Every request's latency is recorded
 * and split into server time and transport time. For reads, the time to the first byte is also
 * recorded.
 *
 * <p>With {@code rate=none}, the load is a closed loop: a thread sends its next request after the
 * response to the previous one. With a rate, the load is an open loop: up to {@code -t} threads
 * send that many requests per second, and latency is measured from a request's scheduled time.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx2g", "--enable-native-access=ALL-UNNAMED"})
@Threads(10)
@Warmup(iterations = 1, time = 3, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 1, time = 8, timeUnit = TimeUnit.SECONDS)
public class Operations {
  /** The JMH state with the benchmark's parameters, whose values are read from the {@link Job}. */
  public static class Collection extends LoadState {
    @Param("none")
    public String rate;

    @Param("1200")
    public String docCount;

    @Param("10000")
    public String docSizeBytes;

    @Param("120")
    public String readRows;

    @Param("1200000")
    public String writeBytes;

    @Param("default")
    public String maxConcurrentStreams;

    @Override
    protected LoadSettings loadSettings(Job job) {
      return LoadSettings.ofOperations(job.parameters(), job.properties());
    }

    @Override
    protected RequestSource.Factory requestSourceFactory(Job job, LoadSettings settings) {
      String benchmark = job.benchmark();
      return switch (benchmark.substring(benchmark.lastIndexOf('.') + 1)) {
        case "lookup" -> target -> new Lookups(target, settings.documents());
        case "read" -> target -> new PageReads(target, settings);
        case "write" -> target -> new DocumentWrites(target, settings.writtenDocuments());
        default -> throw new IllegalArgumentException(benchmark);
      };
    }
  }

  @Benchmark
  @Summary("looks up one document")
  public void lookup(Collection collection, ThreadParams thread) {
    collection.runOperation(thread);
  }

  @Benchmark
  @Summary("reads a page of documents, about 1.2 MB")
  public void read(Collection collection, ThreadParams thread) {
    collection.runOperation(thread);
  }

  @Benchmark
  @Summary("writes one document of about 1.2 MB")
  public void write(Collection collection, ThreadParams thread) {
    collection.runOperation(thread);
  }
}
