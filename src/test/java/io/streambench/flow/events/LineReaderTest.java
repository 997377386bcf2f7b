package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LineReaderTest {
  private static final int MAX_LINE = 40;

  @Provide
  Arbitrary<String> textsWithLineBreaks() {
    return Arbitraries.strings()
        .withChars("ab\n\r\n")
        .withChars('\u0000', '\u0090')
        .ofMaxLength(200);
  }

  @Property
  void splitsLinesForAnyBufferAndReadSize(
      @ForAll("textsWithLineBreaks") String text,
      @ForAll @IntRange(min = 1, max = 64) int bufferBytes,
      @ForAll @IntRange(min = 1, max = 9) int chunkBytes)
      throws IOException {
    List<String> expected = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    if (expected.get(expected.size() - 1).isEmpty()) {
      expected.remove(expected.size() - 1);
    }
    List<String> lines = new ArrayList<>();
    try (LineReader reader =
        new LineReader(inputInChunks(text, chunkBytes), bufferBytes, MAX_LINE)) {
      for (String line; (line = reader.next()) != null; ) {
        lines.add(reader.isTooLong ? "too long" : line);
      }
    }
    assertThat(lines)
        .isEqualTo(
            expected.stream()
                .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
                .map(line -> line.length() > MAX_LINE ? "too long" : line)
                .toList());
  }

  private static InputStream inputInChunks(String text, int chunkBytes) {
    return new ByteArrayInputStream(text.getBytes(ISO_8859_1)) {
      @Override
      public synchronized int read(byte[] into, int at, int length) {
        return super.read(into, at, Math.min(length, chunkBytes));
      }
    };
  }
}
