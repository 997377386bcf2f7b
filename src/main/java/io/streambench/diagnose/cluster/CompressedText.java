package io.streambench.diagnose.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** A text that is compressed in memory, because hundreds of thread dumps may be kept at once. */
public final class CompressedText {
  /** The maximum uncompressed size. A thread dump needs about 3 KB per thread. */
  private static final long MAX_TEXT_BYTES = 256L << 20;

  private final byte[] compressed;
  private final boolean isObject;

  private CompressedText(byte[] compressed, boolean object) {
    this.compressed = compressed;
    this.isObject = object;
  }

  /** Compresses UTF-8 text in pieces, and drops all text beyond the size limit. */
  static final class Compressor {
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final OutputStream out = new DeflaterOutputStream(compressed);
    private long byteCount;
    private byte firstByte;
    private byte lastByte;

    void add(byte[] piece) {
      byteCount += piece.length;
      if (byteCount > MAX_TEXT_BYTES) {
        return;
      }
      for (byte value : piece) {
        if (value < 0 || value > ' ') {
          firstByte = firstByte == 0 ? value : firstByte;
          lastByte = value;
        }
      }
      try {
        out.write(piece);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // cannot happen: it writes to memory
      }
    }

    CompressedText text() {
      try {
        out.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new CompressedText(
          compressed.toByteArray(),
          firstByte == '{' && lastByte == '}' && byteCount <= MAX_TEXT_BYTES);
    }
  }

  /** Compresses a text. */
  @JsonCreator
  public static CompressedText of(String text) {
    Compressor compressor = new Compressor();
    compressor.add(text.getBytes(UTF_8));
    return compressor.text();
  }

  /** Returns whether the text starts and ends like a JSON object. */
  boolean isObject() {
    return isObject;
  }

  InputStream open() {
    return new InflaterInputStream(new ByteArrayInputStream(compressed));
  }

  @JsonValue
  String text() {
    try (InputStream in = open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
