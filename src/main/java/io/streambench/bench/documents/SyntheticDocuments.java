package io.streambench.bench.documents;

import io.streambench.bench.settings.DocumentSettings;
import java.util.SplittableRandom;
import org.apache.solr.common.SolrInputDocument;

/**
 * The synthetic documents of a collection. Each document is generated only from its number, so the
 * same number yields the same bytes on every machine, in any thread and in any order.
 *
 * <p>A document has {@code id} (zero-padded, so that ids sort like numbers), {@code int1_i_dv} and
 * {@code text1_ts} to {@code textN_ts}; the text fields together have exactly {@code docSizeBytes}
 * bytes. Text consists of lower-case ASCII words of 2 to 10 letters, so a character is a byte.
 */
public record SyntheticDocuments(DocumentSettings settings) {
  /** The seed of all documents; changing it would change every published result. */
  private static final long SEED = 0x5EED_50_1AL;

  private static final int ID_DIGITS = 10;
  private static final int INT_DIGITS = 10;

  /** Bytes outside the fields: braces, a line feed and four spaces. */
  private static final int JSON_OVERHEAD_BYTES = 7;

  private static final int MIN_WORD_LENGTH = 2;
  private static final int MAX_WORD_LENGTH = 10;

  /** Returns the identifier of a document; identifiers sort in the order of the numbers. */
  public static String id(int number) {
    String digits = Integer.toString(number);
    return "0".repeat(ID_DIGITS - digits.length()) + digits;
  }

  /** Returns the name of a text field; fields are numbered from 1. */
  public static String textField(int number) {
    return "text" + number + "_ts";
  }

  /**
   * Returns the approximate size in bytes of a document with all its fields in a {@code /select}
   * response, as Solr 9 writes JSON. The size is exact except for {@code int1_i_dv}, which is
   * assumed to have the maximum number of digits.
   */
  public int jsonBytes() {
    int bytes = JSON_OVERHEAD_BYTES;
    bytes += "\n      \"id\":\"\",".length() + ID_DIGITS;
    bytes += "\n      \"int1_i_dv\":,".length() + INT_DIGITS;
    for (int field = 1; field <= settings.numTextFields(); field++) {
      bytes += "\n      \"\":\"\",".length() + textField(field).length();
    }
    return bytes + settings.docSizeBytes();
  }

  public SolrInputDocument document(int number) {
    SplittableRandom random = new SplittableRandom(SEED + number);
    SolrInputDocument document = new SolrInputDocument();
    document.setField("id", id(number));
    document.setField("int1_i_dv", random.nextInt(Integer.MAX_VALUE));
    int fields = settings.numTextFields();
    int size = settings.docSizeBytes() / fields;
    int larger = settings.docSizeBytes() % fields;
    for (int field = 0; field < fields; field++) {
      document.setField(textField(field + 1), randomText(random, field < larger ? size + 1 : size));
    }
    return document;
  }

  private static String randomText(SplittableRandom random, int length) {
    byte[] text = new byte[length];
    int wordEnd = random.nextInt(MIN_WORD_LENGTH, MAX_WORD_LENGTH + 1);
    for (int i = 0; i < length; i++) {
      if (i == wordEnd && i < length - 1) {
        text[i] = ' ';
        wordEnd = i + 1 + random.nextInt(MIN_WORD_LENGTH, MAX_WORD_LENGTH + 1);
      } else {
        text[i] = (byte) ('a' + random.nextInt(26));
      }
    }
    return new String(text, java.nio.charset.StandardCharsets.US_ASCII);
  }
}
