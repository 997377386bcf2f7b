package io.streambench.bench.recovery;

import io.streambench.bench.recovery.Copying.Seconds;
import io.streambench.cluster.RecoveryLeader;
import io.streambench.recording.FlowControlTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Recoveries of an index, one after the other: each is timed, and then compared with the original
 * and removed. Not thread-safe.
 */
final class Recoveries {
  private static final double NANOS = 1e9;

  private final RecoveryLeader leader;
  private final List<ShardFiles> shards;
  private final Copying copying;
  private final long documents;
  private Meter before;
  private Seconds seconds;

  /** Readings of what only grows. */
  private record Meter(Duration leaderCpu, Duration receiverCpu, FlowControlTotals flowControl) {}

  /**
   * Prepares them.
   *
   * @param documents of all shards together
   */
  Recoveries(RecoveryLeader leader, List<ShardFiles> shards, Copying copying, long documents) {
    this.leader = leader;
    this.shards = List.copyOf(shards);
    this.copying = copying;
    this.documents = documents;
  }

  /** The length of the index of all shards. */
  long bytes() {
    return shards.stream().mapToLong(ShardFiles::bytes).sum();
  }

  /** Reads the meters; nothing of it belongs to the operation. */
  void begin() throws IOException {
    before = meter();
  }

  private Meter meter() throws IOException {
    FlowControlTotals flowControl = copying.totals();
    return new Meter(leader.cpu(), copying.receiverCpu(), flowControl);
  }

  /**
   * Recovers all shards: the operation itself.
   *
   * @param progress gets the number of bytes that have arrived, now and then
   */
  void recover(LongConsumer progress) throws Exception {
    seconds = copying.copy(progress);
  }

  /**
   * Reads the meters, compares every file and counts the documents, and removes the copies.
   *
   * @param progress gets the number of each step
   * @throws WrongCopyException if a copy is not like the original
   */
  RecoveryCost check(LongConsumer progress) throws Exception {
    Meter after = meter();
    Map<String, Path> copies = copying.copies();
    long step = 0;
    for (ShardFiles shard : shards) {
      progress.accept(++step);
      Path copy = copies.get(shard.shard());
      require(copy == null ? Optional.of(shard.shard() + " has no copy") : shard.difference(copy));
    }
    require(copying.miscounted(documents));
    copying.clear(progress);
    return cost(after);
  }

  private static void require(Optional<String> difference) {
    if (difference.isPresent()) {
      throw new WrongCopyException(difference.get());
    }
  }

  private RecoveryCost cost(Meter after) {
    return new RecoveryCost(
        1,
        seconds.all(),
        seconds.files(),
        bytes(),
        after.leaderCpu.minus(before.leaderCpu).toNanos() / NANOS,
        after.receiverCpu.minus(before.receiverCpu).toNanos() / NANOS,
        after.flowControl.since(before.flowControl));
  }
}
