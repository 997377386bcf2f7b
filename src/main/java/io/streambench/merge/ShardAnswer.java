package io.streambench.merge;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answer of a shard: its documents in their order, one after the other.
 *
 * @param shard counted from 0
 */
public record ShardAnswer(MergedDocuments documents, int shard) {
  /** The size of a Solr node's output buffer, {@code solr.jetty.output.buffer.size}. */
  private static final int BUFFER_BYTES = 32_768;

  private static final byte FILLING = 'x';

  /**
   * A server is asked for the same ones again and again: to look them up is not what it measures.
   */
  private static final Map<MergedDocuments, int[][]> NUMBERS = new ConcurrentHashMap<>();

  private int[] numbers() {
    return NUMBERS.computeIfAbsent(documents, MergedDocuments::numbers)[shard];
  }

  /** Its size. */
  long bytes() {
    return (long) numbers().length * documents.documentBytes();
  }

  /** Writes all of it, as fast as the other end takes it. */
  public void writeTo(OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
    byte[] document = new byte[documents.documentBytes()];
    Arrays.fill(document, FILLING);
    for (int number : numbers()) {
      ByteBuffer.wrap(document).putInt(0, number);
      document[document.length - 1] = check(number);
      buffered.write(document);
    }
    buffered.flush();
  }

  /** The last byte of a document: an answer that lost a byte does not have it there. */
  private static byte check(int number) {
    return (byte) (number * 31 + 7);
  }

  /** Returns the number of a document that was received whole; -1 if it is none. */
  static int numberOf(byte[] document) {
    int number = ByteBuffer.wrap(document).getInt(0);
    return number >= 0 && document[document.length - 1] == check(number) ? number : -1;
  }
}
