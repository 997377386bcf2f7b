package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.streaming.ShardReader;
import io.streambench.bench.streaming.StreamingRun;
import io.streambench.config.ShardFanOutSettings;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Reads a collection after opening its shards' streams in one task each, in batches, or one after
 * the other. The score is the time to the last tuple; the time to the first is a secondary result.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx2g", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 2, time = 2, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 3, time = 2, timeUnit = TimeUnit.SECONDS)
public class ShardFanOut {

  @State(Scope.Benchmark)
  public static class Collection {
    @Param("false")
    public String useHttp1;

    @Param("12")
    public String numShards;

    @Param({"EACH", "BATCHES", "SEQUENTIAL"})
    public String opening;

    @Param("4")
    public String openBatch;

    @Param("THREADS")
    public String mode;

    @Param("2")
    public String nodeCount;

    @Param("1")
    public String numReplicas;

    @Param("1000")
    public String docCount;

    @Param("1024")
    public String docSizeBytes;

    @Param("embedded")
    public String cluster;

    @Param("none")
    public String zkHost;

    private StreamingRun run;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      Job job = Job.of(benchmark);
      ShardFanOutSettings settings = ShardFanOutSettings.of(job.parameters(), job.properties());
      run =
          StreamingRun.open(
              job,
              settings.streaming(),
              System.out::println,
              (cluster, client) -> new ShardReader(cluster, client, settings));
    }

    @TearDown(Level.Trial)
    public void close() {
      run.close();
    }
  }

  /** One operation reads the whole collection in order and consumes every tuple. */
  @Benchmark
  public long read(Collection collection, Blackhole blackhole) {
    return collection.run.read(blackhole::consume);
  }
}
