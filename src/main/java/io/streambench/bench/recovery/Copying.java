package io.streambench.bench.recovery;

import io.streambench.recording.FlowControlTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** One way to get the index of every shard to an empty place, and to empty it again. */
interface Copying extends AutoCloseable {
  /**
   * Copies the index of all shards at the same time, and returns when all of it is there.
   *
   * @param progress gets the number of bytes that have arrived, now and then
   * @return seconds that it took, and those of them in which files were copied
   */
  Seconds copy(LongConsumer progress) throws Exception;

  /**
   * The time of one operation.
   *
   * @param files the part in which files may have been copied
   */
  record Seconds(double all, double files) {}

  /** Folder of the files of each shard at the moment, by shard. */
  Map<String, Path> copies() throws IOException;

  /**
   * Counts what can be found in the copies, where they can be searched.
   *
   * @param documents of all shards together
   * @return what is wrong, in one line
   */
  Optional<String> miscounted(long documents) throws Exception;

  /**
   * Empties the place.
   *
   * @param progress gets the number of bytes that are left, now and then
   */
  void clear(LongConsumer progress) throws Exception;

  /** The time of a CPU that the receiving process has used. */
  Duration receiverCpu();

  /** The flow control of the receiving process so far. */
  FlowControlTotals totals() throws IOException;

  /** The settings in effect, in one line. */
  String inEffect();

  /** The state of the receiving process, for people who look for the cause of a failure. */
  List<String> dumps();

  /** The end of the receiving process, if that explains a failure. */
  Optional<String> trouble();
}
