package io.streambench.bench.settings;

import io.streambench.base.SettingException;

/**
 * Settings of the synthetic documents and of their indexing.
 *
 * @param docCount documents in the collection
 * @param docSizeBytes total length of a document's text fields, in bytes of UTF-8
 * @param numTextFields text fields of a document
 * @param indexThreads number of simultaneous requests while indexing; 0 to wait for each response
 *     before the next request
 * @param batchSize documents in one update request
 */
public record DocumentSettings(
    int docCount, int docSizeBytes, int numTextFields, int indexThreads, int batchSize) {
  /** Maximum size of a document, limited because indexing keeps several copies in memory. */
  public static final int MAX_SIZE_BYTES = 100_000_000;

  public DocumentSettings {
    SettingException.throwIf(
        docSizeBytes < numTextFields,
        "docSizeBytes",
        "be at least 1 byte for each of the " + numTextFields + " text fields (numTextFields)",
        docSizeBytes);
  }
}
