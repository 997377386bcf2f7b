package io.streambench.bench.settings;

/** The number of tasks that open the streams of a collection's shards. */
public enum ShardOpening {
  /** One task for each stream. */
  EACH,
  /** One task for each batch of streams; the task opens its streams one after the other. */
  BATCHES,
  /** A single task that opens all streams, one after the other. */
  SEQUENTIAL;

  /** Returns the number of streams that one task opens: 1, {@code batch} or {@code streams}. */
  public int taskSize(int streams, int batch) {
    return switch (this) {
      case EACH -> 1;
      case BATCHES -> Math.min(batch, streams);
      case SEQUENTIAL -> streams;
    };
  }
}
