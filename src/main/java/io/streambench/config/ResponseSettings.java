package io.streambench.config;

import java.util.OptionalLong;

/** The bytes of each shard, or all documents and their size, as far as given. */
public record ResponseSettings(
    OptionalLong bytes, OptionalLong documents, OptionalLong documentBytes) {
  /** The bytes that each shard answers if all have as many documents; empty if not known. */
  public OptionalLong ofEach(int shards) {
    return documents.isPresent() && documentBytes.isPresent()
        ? OptionalLong.of((documents.getAsLong() * documentBytes.getAsLong() + shards - 1) / shards)
        : bytes;
  }
}
