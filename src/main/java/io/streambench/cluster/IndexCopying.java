package io.streambench.cluster;

import io.streambench.recording.FlowControlTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A way to copy the index of every shard to an empty place, and to empty the place again. */
public interface IndexCopying extends AutoCloseable {
  /** The time until everything is there, and of the part that may have copied files. */
  record Seconds(double all, double files) {}

  /** Copies all shards at the same time; progress gets the bytes that have arrived. */
  Seconds copy(LongConsumer progress) throws Exception;

  /** The folder of the files of each shard at the moment, by shard. */
  Map<String, Path> copies() throws IOException;

  /** Says what is wrong with the number of documents of the copies, if these can be searched. */
  default Optional<String> miscounted(long documents) throws Exception {
    return Optional.empty();
  }

  /** Empties the place; progress gets the bytes that are left, now and then. */
  void clear(LongConsumer progress) throws Exception;

  Duration receiverCpu();

  default FlowControlTotals totals() throws IOException {
    return FlowControlTotals.NONE;
  }

  String inEffect();

  /** The state of the receiving process, for people who look for the cause of a failure. */
  default String dump() {
    return "";
  }

  /** The end of the receiving process, if that explains a failure. */
  default Optional<String> trouble() {
    return Optional.empty();
  }
}
