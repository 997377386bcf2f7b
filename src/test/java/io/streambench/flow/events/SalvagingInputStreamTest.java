package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class SalvagingInputStreamTest {
  /** Returns a stream with no bytes available, like a pipe whose writer is slow. */
  private static InputStream slowStream(byte[] one, byte[] other) {
    return new SequenceInputStream(new ByteArrayInputStream(one), new ByteArrayInputStream(other)) {
      @Override
      public int available() {
        return 0;
      }
    };
  }

  private static byte[] gzip(String text) {
    return Golden.gzip(text.getBytes(UTF_8));
  }

  private static String unpack(InputStream packed) throws IOException {
    try (InputStream in = new GZIPInputStream(packed)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void readsEveryGzipMemberFromSlowStream() throws IOException {
    assertThat(unpack(new SalvagingInputStream(slowStream(gzip("first "), gzip("second")), false)))
        .isEqualTo("first second");
  }

  @Test
  void endsAtTrailingBytesAfterGzip() throws IOException {
    assertThat(unpack(new SalvagingInputStream(slowStream(gzip("all"), new byte[1_000]), false)))
        .isEqualTo("all");
  }
}
