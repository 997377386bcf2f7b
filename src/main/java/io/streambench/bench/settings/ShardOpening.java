package io.streambench.bench.settings;

/** The number of tasks that open the streams of a collection's shards. */
public enum ShardOpening {
  /** One task for each stream. */
  EACH,
  /** One task for each batch of streams, which it opens one after the other. */
  BATCHES,
  /** All in one task, one after the other. */
  SEQUENTIAL;

  /** The number of streams that one task opens, out of {@code streams}. */
  public int taskSize(int streams, int batch) {
    return switch (this) {
      case EACH -> 1;
      case BATCHES -> Math.min(batch, streams);
      case SEQUENTIAL -> streams;
    };
  }
}
