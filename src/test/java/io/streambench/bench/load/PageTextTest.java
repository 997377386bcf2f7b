package io.streambench.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTextTest {
  private static final String DOCUMENTS =
      "{\"numFound\":2,\"docs\":[{\"id\":\"1\"},{\"id\":\"2\"}]}}";

  private static String page(int queryMillis, String documents) {
    return "{\"responseHeader\":{\"zkConnected\":true,\"status\":0,\"QTime\":"
        + queryMillis
        + ",\"params\":{\"q\":\"*:*\"}},\"response\":"
        + documents;
  }

  private static PageText read(String page, int piece) {
    PageText text = new PageText();
    byte[] bytes = page.getBytes(UTF_8);
    for (int from = 0; from < bytes.length; from += piece) {
      byte[] buffer =
          java.util.Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
      text.add(buffer, buffer.length);
    }
    return text;
  }

  @Test
  void pagesAreTheSameHoweverLongSolrTookAndHoweverTheyCame() {
    PageText.Seen first = read(page(7, DOCUMENTS), 10_000).seen();
    assertThat(first.bytes()).isEqualTo(DOCUMENTS.length());
    for (int piece : new int[] {1, 3, 50, 120}) {
      PageText again = read(page(1234, DOCUMENTS), piece);
      assertThat(again.seen()).isEqualTo(first);
      assertThat(again.queryMillis()).isEqualTo(1234);
      assertThat(again.bytes()).isEqualTo(page(1234, DOCUMENTS).length());
    }
  }

  @Test
  void aByteThatIsAnotherIsSeen() {
    assertThat(read(page(7, DOCUMENTS.replace('2', '3')), 50).seen())
        .isNotEqualTo(read(page(7, DOCUMENTS), 50).seen());
    assertThat(read(page(7, DOCUMENTS).substring(0, 120), 50).seen())
        .isNotEqualTo(read(page(7, DOCUMENTS), 50).seen());
  }

  @Test
  void somethingElseIsNoPage() {
    assertThat(read("{\"error\":{\"msg\":\"no such core\"}}", 10).seen().bytes()).isZero();
  }
}
