package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.ShardFanOutSettings;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.CollectionReading;
import io.streambench.bench.streaming.ShardReader;
import java.util.Optional;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark that reads a collection and opens the streams of its shards in one task each, in
 * batches, or one by one. The score is the time to the last tuple; the time to the first tuple is a
 * secondary result.
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
  /** The JMH state with the benchmark's parameters, whose values are read from the {@link Job}. */
  public static class Collection extends CollectionState {
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

    private static ShardFanOutSettings fanOutSettings(Job job) {
      return ShardFanOutSettings.of(job.parameters(), job.properties());
    }

    @Override
    public Optional<StreamingSettings> settings(Job job) {
      return Optional.of(fanOutSettings(job).streaming());
    }

    @Override
    protected CollectionReading.Factory readerFactory(Job job) {
      return (cluster, client) -> new ShardReader(cluster, client, fanOutSettings(job));
    }
  }

  /** Reads the whole collection in order, consumes all tuples, and returns the tuple count. */
  @Benchmark
  @Summary("merges all shards; opens streams singly, in batches or all at once")
  public long read(Collection collection, Blackhole blackhole) {
    return collection.read(blackhole::consume);
  }
}
