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
  /**
   * The time of one operation.
   *
   * @param all from the request until everything is there
   * @param files the part of it in which files may have been copied
   */
  record Seconds(double all, double files) {}

  /**
   * Copies all shards at the same time, and returns when they are complete.
   *
   * @param progress gets the number of bytes that have arrived, now and then
   */
  Seconds copy(LongConsumer progress) throws Exception;

  /** The folder of the files of each shard at the moment, by shard. */
  Map<String, Path> copies() throws IOException;

  /**
   * Counts the documents of the copies, if these can be searched.
   *
   * @param documents of all shards together
   * @return what is wrong, in one line
   */
  default Optional<String> miscounted(long documents) throws Exception {
    return Optional.empty();
  }

  /**
   * Empties the place.
   *
   * @param progress gets the number of bytes that are left, now and then
   */
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
