package io.streambench.merge;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An operation of the reader. */
public enum MergeOperation {
  /** Reads all documents, in order. */
  READ,

  /** Opens all shards, reads the first document of each, and closes them. */
  CLOSE_EARLY;

  /** The order to {@link MergeProgram}. */
  public String order() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<MergeOperation> ordered(String order) {
    return Arrays.stream(values()).filter(one -> one.order().equals(order)).findFirst();
  }
}
