package io.streambench.bench;

import io.streambench.base.SettingException;
import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.recovery.RecoveryRun;
import io.streambench.bench.settings.RecoverySettings;
import java.util.Optional;
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

/**
 * A benchmark that recovers one replica of each shard on an empty node, all at the same time. The
 * score is the time from the request until the last replica is active. The leaders run in one
 * process, and the recovering node in another. After the measured time, each replica is checked
 * file by file and removed.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx512m", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 2, time = 5, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 5, timeUnit = TimeUnit.SECONDS)
public class IndexRecovery {
  /** The JMH state with the benchmark's parameters, whose values are read from the {@link Job}. */
  @State(Scope.Benchmark)
  public static class Replicas implements CheckedState {
    @Param("solr")
    public String copiedBy;

    @Param({"false", "true"})
    public String useHttp1;

    @Param("3")
    public String numShards;

    @Param("600")
    public String docCount;

    @Param("100000")
    public String docSizeBytes;

    @Param("default")
    public String initialStreamRecvWindow;

    @Param("default")
    public String initialSessionRecvWindow;

    @Param("buffering")
    public String flowControl;

    @Param("default")
    public String bufferRatio;

    @Param("default")
    public String maxConcurrentStreams;

    @Param("0")
    public String rttMillis;

    @Param("unlimited")
    public String bandwidthMbps;

    private RecoveryRun run;

    @Override
    public Optional<RecoverySettings> settings(Job job) {
      SettingException.throwIf(
          job.threads() != 1, "-t", "be 1: all shards recover at the same time", job.threads());
      return Optional.of(RecoverySettings.of(job.parameters(), job.properties()));
    }

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      Job job = Job.of(benchmark);
      run = RecoveryRun.open(job, settings(job).orElseThrow(), System.out::println);
    }

    @Setup(Level.Invocation)
    public void begin() {
      run.begin();
    }

    @TearDown(Level.Invocation)
    public void check() {
      run.check();
    }

    @TearDown(Level.Trial)
    public void close() {
      run.close();
    }
  }

  /** Recovers a replica of every shard, and returns the total size of the index in bytes. */
  @Benchmark
  @Summary("copies the index of each shard to a recovering node")
  public long recover(Replicas replicas) {
    return replicas.run.recover();
  }
}
