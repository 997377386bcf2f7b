package io.streambench.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;

@BenchmarkMode(Mode.AverageTime)
@Fork(1)
public class CountedTuples {
  @Benchmark
  public long read(StreamingSearch.Collection collection) {
    return collection.read(tuple -> {});
  }
}
