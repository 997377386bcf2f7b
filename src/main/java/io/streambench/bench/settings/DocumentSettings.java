package io.streambench.bench.settings;

import io.streambench.base.SettingException;

/**
 * The synthetic documents, and how they are indexed.
 *
 * @param docCount documents in the collection
 * @param docSizeBytes total length of a document's text fields, in bytes of UTF-8
 * @param numTextFields text fields of a document
 * @param indexThreads requests in flight while indexing; 0 sends one batch after the other
 * @param batchSize documents in one update request
 */
public record DocumentSettings(
    int docCount, int docSizeBytes, int numTextFields, int indexThreads, int batchSize) {
  /**
   * Maximum document size; limited since several copies of a document are in memory while it is
   * indexed.
   */
  public static final int MAX_SIZE_BYTES = 100_000_000;

  public DocumentSettings {
    SettingException.throwIf(
        docSizeBytes < numTextFields,
        "docSizeBytes",
        "be at least 1 byte for each of the " + numTextFields + " text fields (numTextFields)",
        docSizeBytes);
  }
}
