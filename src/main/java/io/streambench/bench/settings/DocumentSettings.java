package io.streambench.bench.settings;

import io.streambench.base.SettingException;

/** The benchmark parameters about the synthetic documents and their indexing. */
public record DocumentSettings(
    int docCount, int docSizeBytes, int numTextFields, int indexThreads, int batchSize) {
  /** The maximum size of a document, limited because indexing keeps several copies in memory. */
  public static final int MAX_SIZE_BYTES = 100_000_000;

  public DocumentSettings {
    SettingException.throwIf(
        docSizeBytes < numTextFields,
        "docSizeBytes",
        "be at least 1 byte for each of the " + numTextFields + " text fields (numTextFields)",
        docSizeBytes);
  }
}
