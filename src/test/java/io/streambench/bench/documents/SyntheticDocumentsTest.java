package io.streambench.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.DocumentSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.solr.common.SolrInputDocument;
import org.junit.jupiter.api.Test;

class SyntheticDocumentsTest {

  private static SyntheticDocuments documents(int docSizeBytes, int numTextFields) {
    return new SyntheticDocuments(new DocumentSettings(1000, docSizeBytes, numTextFields, 4, 500));
  }

  private static int textBytes(SolrInputDocument document) {
    return document.getFieldNames().stream()
        .filter(name -> name.endsWith("_ts"))
        .mapToInt(
            name -> document.getFieldValue(name).toString().getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  @Property(tries = 200)
  void textFieldsHaveRequestedTotalSize(
      @ForAll @IntRange(min = 1, max = 40) int fields,
      @ForAll @IntRange(max = 20_000) int extraBytes,
      @ForAll @IntRange(max = 100_000) int number) {
    int size = fields + extraBytes;
    SolrInputDocument document = documents(size, fields).document(number);
    assertThat(textBytes(document)).isEqualTo(size);
    assertThat(document.getFieldNames()).hasSize(fields + 2);
  }

  @Test
  void documentsAreIdenticalOnEveryMachine() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (int number = 0; number < 100; number++) {
      digest.update(
          documents(1024, 3).document(number).toString().getBytes(StandardCharsets.UTF_8));
    }
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("9b9e8e43228b7d98c69657fb0f7d692878db481f17fd2a4feb011804da8a1c31");
  }

  @Test
  void idsSortByDocumentNumber() {
    assertThat(SyntheticDocuments.id(9)).isLessThan(SyntheticDocuments.id(10));
    assertThat(SyntheticDocuments.id(999)).isLessThan(SyntheticDocuments.id(Integer.MAX_VALUE));
  }

  /**
   * Compares with a recording of Solr 9.10.1, in which a thousand documents had 1,148,612 bytes,
   * including headers.
   */
  @Test
  void predictsDocumentSizeInJsonResponse() {
    assertThat(new SyntheticDocuments(new DocumentSettings(1_000, 1_024, 3, 4, 500)).jsonBytes())
        .isEqualTo(1_149);
  }
}
