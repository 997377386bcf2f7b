package io.streambench.config;

import java.util.OptionalLong;

/**
 * The size of the shards' answers, as far as it was given.
 *
 * @param bytes of each shard
 * @param documents of all shards
 * @param documentBytes the size of one on the wire
 */
public record ResponseSettings(
    OptionalLong bytes, OptionalLong documents, OptionalLong documentBytes) {
  /** The bytes that each shard answers if all have as many documents; empty if not known. */
  public OptionalLong ofEach(int shards) {
    return documents.isPresent() && documentBytes.isPresent()
        ? OptionalLong.of((documents.getAsLong() * documentBytes.getAsLong() + shards - 1) / shards)
        : bytes;
  }
}
