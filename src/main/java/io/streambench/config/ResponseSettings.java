package io.streambench.config;

import java.util.Map;
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
  private static final long LARGEST = 1L << 50;
  private static final String RESPONSE = "--response-bytes";
  private static final String DOCS = "--docs";
  private static final String DOC_BYTES = "--doc-bytes";
  private static final String SHARDS = "--shards";

  /**
   * Reads the options.
   *
   * @param given options by their names, as text; those that were left out are not there
   */
  static ResponseSettings of(Map<String, String> given) {
    boolean docs = given.containsKey(DOCS);
    boolean docBytes = given.containsKey(DOC_BYTES);
    if (given.containsKey(RESPONSE)) {
      if (docs || docBytes) {
        throw new SettingException(
            RESPONSE, "be left out where documents are given", given.get(RESPONSE));
      }
      double bytes = Values.number(RESPONSE, given.get(RESPONSE), 1, LARGEST, "bytes, ");
      return new ResponseSettings(
          OptionalLong.of((long) bytes), OptionalLong.empty(), OptionalLong.empty());
    }
    if (!given.containsKey(CollectionAddress.ZK)) { // else one is read where the other is given
      if (docs != docBytes) {
        throw new SettingException(
            docs ? DOC_BYTES : DOCS, "be given with " + (docs ? DOCS : DOC_BYTES), "");
      }
      if (docs && !given.containsKey(SHARDS)) {
        throw new SettingException(
            DOCS, "come with " + SHARDS + ", over which they lie", given.get(DOCS));
      }
    }
    return new ResponseSettings(
        OptionalLong.empty(),
        number(given, DOCS, Integer.MAX_VALUE),
        number(given, DOC_BYTES, DocumentSettings.MAX_SIZE_BYTES));
  }

  private static OptionalLong number(Map<String, String> given, String option, int most) {
    return given.containsKey(option)
        ? OptionalLong.of(Values.wholeNumber(option, given.get(option), 1, most))
        : OptionalLong.empty();
  }

  /** The bytes that each shard answers if all have as many documents; empty if not known. */
  public OptionalLong ofEach(int shards) {
    return documents.isPresent() && documentBytes.isPresent()
        ? OptionalLong.of((documents.getAsLong() * documentBytes.getAsLong() + shards - 1) / shards)
        : bytes;
  }
}
