package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.merge.MergeRun;
import io.streambench.merge.MergeOperation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Merges the answers of shards as {@code StreamingSearch} does, without Solr: servers and reader
 * are plain programs over one version of Jetty, each in a process of its own. So versions of Jetty
 * can be compared, and all of them with plain sockets, which is what the machine can do at most.
 * The fork itself only asks for the next reading, which adds a fraction of a millisecond to each.
 */
@BenchmarkMode(Mode.Throughput)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx512m", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 5, time = 5, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 10, time = 2, timeUnit = TimeUnit.SECONDS)
public class TransportMerge {

  /** The parameters, as text: they are checked in one place, with one line for each mistake. */
  @State(Scope.Benchmark)
  public static class Shards {
    @Param("10")
    public String jettyVersion;

    @Param({"false", "true"})
    public String useHttp1;

    @Param("3")
    public String nodeCount;

    @Param("false")
    public String rateControl;

    @Param("3")
    public String numShards;

    @Param("1000")
    public String docCount;

    @Param("1024")
    public String docSizeBytes;

    @Param("hash")
    public String placement;

    @Param("default")
    public String initialStreamRecvWindow;

    @Param("default")
    public String initialSessionRecvWindow;

    @Param("buffering")
    public String flowControl;

    @Param("default")
    public String bufferRatio;

    @Param("default")
    public String connectionsPerDestination;

    @Param("0")
    public String rttMillis;

    @Param("unlimited")
    public String bandwidthMbps;

    private MergeRun run;

    /** The operation that the benchmark asks for. */
    MergeOperation operation() {
      return MergeOperation.READ;
    }

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      run = MergeRun.open(operation(), Job.of(benchmark), System.out::println);
    }

    void perform() {
      run.perform();
    }

    @TearDown(Level.Trial)
    public void close() {
      run.close();
    }
  }

  /** One operation: all documents, in order, every one checked. */
  @Benchmark
  public void read(Shards shards) {
    shards.perform();
  }
}
