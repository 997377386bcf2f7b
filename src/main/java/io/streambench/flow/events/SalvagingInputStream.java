package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * An input stream whose first bytes can be inspected, and which returns all decodable data before
 * it reports damage. Not thread-safe.
 */
final class SalvagingInputStream extends PushbackInputStream {
  private static final int HEAD_BYTES = 1 << 12;

  private final boolean readsAvailableOnly;
  private IOException pendingException;

  /**
   * Wraps a stream.
   *
   * @param readsAvailableOnly whether a read requests only available bytes, because an xz decoder
   *     otherwise loses the data before a damaged part
   */
  SalvagingInputStream(InputStream in, boolean readsAvailableOnly) {
    super(in, HEAD_BYTES);
    this.readsAvailableOnly = readsAvailableOnly;
  }

  /** Returns a stream whose first read throws, for a file that is damaged from the start. */
  static SalvagingInputStream newFailingStream(InputStream in) {
    SalvagingInputStream damaged = new SalvagingInputStream(in, false);
    damaged.pendingException = new EOFException("nothing of it can be read");
    return damaged;
  }

  /** Returns the first bytes, one character each, without consuming them. */
  String head() throws IOException {
    byte[] first = new byte[HEAD_BYTES];
    int length = 0;
    try {
      for (int read = 0; read >= 0 && length < HEAD_BYTES; length += Math.max(read, 0)) {
        read = read(first, length, HEAD_BYTES - length);
      }
    } catch (IOException e) {
      if (!LineReader.isCausedByDamage(e)) {
        throw e;
      }
      pendingException = e;
    }
    unread(first, 0, length);
    return new String(first, 0, length, ISO_8859_1);
  }

  /** Skips leading zero bytes, and returns {@link #head}, or one zero if no other byte follows. */
  String skipZeros() throws IOException {
    String head = head();
    while (head.startsWith("\0")) {
      int zeros = (int) head.chars().takeWhile(c -> c == 0).count();
      skipNBytes(zeros);
      head = head();
    }
    return head.isEmpty() ? "\0" : head;
  }

  private int bufferedBytes() {
    return buf.length - pos;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int at, int length) throws IOException {
    if (bufferedBytes() > 0) {
      return super.read(target, at, Math.min(length, bufferedBytes()));
    }
    if (pendingException != null) {
      throw pendingException;
    }
    int maxLength = readsAvailableOnly ? Math.min(length, Math.max(1, in.available())) : length;
    return super.read(target, at, maxLength);
  }

  /**
   * Waits for the next byte, and returns 0 only at the end of the stream. The gzip stream of JDK 17
   * interprets 0 as the end, even if a pipe is only empty (JDK-7036144).
   */
  @Override
  public int available() throws IOException {
    int next = bufferedBytes() == 0 ? read() : -1;
    if (next >= 0) {
      unread(next);
    }
    return bufferedBytes();
  }
}
