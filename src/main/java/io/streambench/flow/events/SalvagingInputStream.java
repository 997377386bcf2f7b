package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * A stream whose first bytes can be inspected, and which returns all decodable data before it
 * reports damage. Not thread-safe.
 */
final class SalvagingInputStream extends PushbackInputStream {
  private static final int HEAD_BYTES = 1 << 12;

  private final boolean availableOnly;
  private IOException damage;

  /**
   * Wraps a stream. With {@code availableOnly}, a read requests only available bytes, because xz
   * decoders lose data decoded before the damage if a read requests more.
   */
  SalvagingInputStream(InputStream in, boolean availableOnly) {
    super(in, HEAD_BYTES);
    this.availableOnly = availableOnly;
  }

  /** Returns a stream whose first read throws, for a file that is damaged from its first byte. */
  static SalvagingInputStream damaged(InputStream in) {
    SalvagingInputStream damaged = new SalvagingInputStream(in, false);
    damaged.damage = new EOFException("nothing of it can be read");
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
      if (!LineReader.isDamage(e)) {
        throw e;
      }
      damage = e;
    }
    unread(first, 0, length);
    return new String(first, 0, length, ISO_8859_1);
  }

  /** Skips the NULs at the beginning. */
  void skipNuls() throws IOException {
    byte[] block = new byte[HEAD_BYTES];
    int read;
    int at;
    do {
      read = read(block, 0, HEAD_BYTES);
      at = 0;
      while (at < read && block[at] == 0) {
        at++;
      }
    } while (at > 0 && at == read);
    unread(block, at, Math.max(0, read - at));
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
    if (damage != null) {
      throw damage;
    }
    int maxLength = availableOnly ? Math.min(length, Math.max(1, in.available())) : length;
    return super.read(target, at, maxLength);
  }

  /**
   * Waits for the next byte, and returns 0 only at the end, because JDK 17's gzip mistakes an empty
   * pipe for the end (JDK-7036144).
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
