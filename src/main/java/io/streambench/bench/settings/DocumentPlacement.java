package io.streambench.bench.settings;

import java.util.Locale;

/** The rule that assigns documents to the shards of a collection that the benchmark creates. */
public enum DocumentPlacement {
  /** A hash of the identifier, which is Solr's default. */
  HASH,
  /** One contiguous range of identifiers per shard, as in time-routed collections. */
  RUNS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
