package io.streambench.bench;

import io.streambench.merge.MergeOperation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Merges as {@link TransportMerge} does, but closes every merge after the first document of each
 * shard, as a query with a limit does. Answers are cancelled while their data is unread. A client
 * that gives no credit for such data loses a part of its session window each time, until it hangs.
 */
@BenchmarkMode(Mode.Throughput)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx512m", "--enable-native-access=ALL-UNNAMED"})
@Threads(1)
@Warmup(iterations = 1, time = 5, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 4, time = 5, timeUnit = TimeUnit.SECONDS)
public class CancelledMerge {

  /** The parameters of {@link TransportMerge}. */
  @State(Scope.Benchmark)
  public static class ClosedShards extends TransportMerge.Shards {
    @Override
    MergeOperation operation() {
      return MergeOperation.CLOSE_EARLY;
    }
  }

  /** One operation: all shards are opened, and closed after the first document of each. */
  @Benchmark
  public void open(ClosedShards shards) {
    shards.perform();
  }
}
