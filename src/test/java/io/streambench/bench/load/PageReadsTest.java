package io.streambench.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class PageReadsTest {
  private static final String DOCUMENTS =
      "{\"numFound\":2,\"docs\":[{\"id\":\"1\"},{\"id\":\"2\"}]}}" + " ".repeat(100_000);

  private static PageReads.Page readPage(String text) throws IOException {
    return PageReads.Page.read(
        new ByteArrayInputStream(text.getBytes(UTF_8)), OutputStream.nullOutputStream());
  }

  private static String pageJson(int queryMillis, String documents) {
    return "{\"responseHeader\":{\"status\":0,\"QTime\":"
        + queryMillis
        + ",\"params\":{\"q\":\"*:*\"}},\"response\":"
        + documents;
  }

  @Test
  void pagesMatchIfOnlyQueryTimeDiffers() throws Exception {
    PageReads.Page first = readPage(pageJson(7, DOCUMENTS));
    PageReads.Page again = readPage(pageJson(1234, DOCUMENTS));
    assertThat(again.matches(first)).isTrue();
    assertThat(again.queryMillis()).isEqualTo(1234);
    assertThat(again.totalBytes()).isEqualTo(pageJson(1234, DOCUMENTS).length());
    assertThat(readPage(pageJson(7, DOCUMENTS.replace('2', '3'))).matches(first)).isFalse();
    assertThat(readPage(pageJson(7, DOCUMENTS.substring(1))).matches(first)).isFalse();
  }

  @Test
  void rejectsErrorResponse() {
    assertThatThrownBy(() -> readPage("{\"error\":{\"msg\":\"no such core\"}}"))
        .isInstanceOf(RequestSource.WrongResponseException.class);
  }
}
