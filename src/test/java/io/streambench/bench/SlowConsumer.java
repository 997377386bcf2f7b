package io.streambench.bench;

import io.streambench.config.Values;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

@BenchmarkMode(Mode.AverageTime)
@Fork(1)
public class SlowConsumer {
  public static class Collection extends StreamingSearch.Collection {
    @Param({"0", "1000"})
    public String cpuTokens;

    private int tokens;

    @Override
    protected void check() {
      tokens = Values.wholeNumber("cpuTokens", cpuTokens, 0, 1_000_000);
    }
  }

  @Benchmark
  public long read(Collection collection) {
    return collection.read(tuple -> Blackhole.consumeCPU(collection.tokens));
  }
}
