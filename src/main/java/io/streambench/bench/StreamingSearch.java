package io.streambench.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark that reads a whole collection through {@code CloudSolrStream}, which merges all
 * shards in sorted order. The load is a closed loop: a thread starts its next read when it has
 * finished the previous one.
 */
@BenchmarkMode(Mode.Throughput)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx2g", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 5, time = 9, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 25, time = 1, timeUnit = TimeUnit.SECONDS)
public class StreamingSearch {
  /** The JMH state with the benchmark's parameters, whose values are read from the {@code Job}. */
  public static class Collection extends CollectionState {
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
  }

  /** Reads the whole collection in order, consumes all tuples, and returns the tuple count. */
  @Benchmark
  @Summary("reads all shards of a collection, merged by CloudSolrStream")
  public long stream(Collection collection, Blackhole blackhole) {
    return collection.read(blackhole::consume);
  }
}
