package io.streambench.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

@BenchmarkMode(Mode.AverageTime)
@Fork(1)
public class SlowConsumer {
  public static class Collection extends CollectionState {
    @Param({"1", "12"})
    public String numShards;

    @Param({"0", "1000"})
    public int cpuTokens;
  }

  @Benchmark
  @Summary("reads a collection, and works on each tuple")
  public long read(Collection collection) {
    return collection.read(tuple -> Blackhole.consumeCPU(collection.cpuTokens));
  }
}
