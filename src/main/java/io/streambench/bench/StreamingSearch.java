package io.streambench.bench;

import io.streambench.bench.fork.Job;
import io.streambench.bench.streaming.StreamingRun;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Reads a whole collection through {@code CloudSolrStream}, which merges all shards in sorted
 * order. The load is a closed loop: a thread starts its next read when it has finished the previous
 * one.
 */
@BenchmarkMode(Mode.Throughput)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx2g", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 5, time = 9, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 25, time = 1, timeUnit = TimeUnit.SECONDS)
public class StreamingSearch {

  /**
   * The parameters, as text: they are checked in one place, with a one-line error each. For a wrong
   * number, JMH itself would print a stack trace.
   */
  @State(Scope.Benchmark)
  public static class Collection {
    @Param({"false", "true"})
    public String useHttp1;

    @Param("9")
    public String solr;

    @Param("default")
    public String nodeSolr;

    @Param("jetty")
    public String client;

    @Param("3")
    public String nodeCount;

    @Param("3")
    public String numShards;

    @Param("1")
    public String numReplicas;

    @Param("1000")
    public String docCount;

    @Param("4")
    public String indexThreads;

    @Param("500")
    public String batchSize;

    @Param("1024")
    public String docSizeBytes;

    @Param("3")
    public String numTextFields;

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

    @Param("default")
    public String maxConcurrentStreamsPerConnection;

    @Param("default")
    public String inputBufferSize;

    @Param("default")
    public String maxFrameSize;

    @Param("default")
    public String outputBufferSize;

    @Param("default")
    public String outputAggregationSize;

    @Param("0")
    public String rttMillis;

    @Param("unlimited")
    public String bandwidthMbps;

    @Param("stalls")
    public String capture;

    @Param("default")
    public String recording;

    @Param("embedded")
    public String cluster;

    @Param("none")
    public String zkHost;

    @Param("own")
    public String collection;

    @Param("default")
    public String fields;

    @Param("default")
    public String sort;

    private StreamingRun run;

    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
      check();
      run = StreamingRun.open(Job.of(benchmark), System.out::println);
    }

    /**
     * Checks the parameters that a subclass adds, each a public {@code String}; throws {@code
     * SettingException}. Called before any fork starts, and again in the fork.
     */
    protected void check() {}

    public long read(Consumer<Tuple> consumer) {
      return run.read(consumer);
    }

    @TearDown(Level.Trial)
    public void close() {
      run.close();
    }
  }

  /** One operation reads the whole collection in order and consumes every tuple. */
  @Benchmark
  public long stream(Collection collection, Blackhole blackhole) {
    return collection.read(blackhole::consume);
  }
}
