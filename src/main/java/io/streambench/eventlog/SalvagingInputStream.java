package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * A stream whose first bytes can be looked at, and which gives all that can be decoded before it
 * reports damage. Not thread-safe.
 */
final class SalvagingInputStream extends PushbackInputStream {
  private static final int HEAD_BYTES = 1 << 12;

  private final boolean onlyAvailable;
  private IOException damage;

  /**
   * Decoders of xz lose what a read has decoded before damage, unless it asks for no more than is
   * available.
   */
  SalvagingInputStream(InputStream in, boolean onlyAvailable) {
    super(in, HEAD_BYTES);
    this.onlyAvailable = onlyAvailable;
  }

  /** A stream whose first read throws, in place of one damaged from its first byte on. */
  static SalvagingInputStream damaged(InputStream in) {
    SalvagingInputStream nothing = new SalvagingInputStream(in, false);
    nothing.damage = new EOFException("nothing of it can be read");
    return nothing;
  }

  /** The first bytes, a character each, which will be read again; fewer where there are no more. */
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

  private int held() {
    return buf.length - pos;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    if (held() > 0) {
      return super.read(into, at, Math.min(length, held()));
    }
    if (damage != null) {
      throw damage;
    }
    int most = onlyAvailable ? Math.min(length, Math.max(1, in.available())) : length;
    return super.read(into, at, most);
  }

  /**
   * Waits for the next byte; 0 only at the end. JDK 17's gzip takes an empty pipe for one that has
   * ended (JDK-7036144).
   */
  @Override
  public int available() throws IOException {
    int next = held() == 0 ? read() : -1;
    if (next >= 0) {
      unread(next);
    }
    return held();
  }
}
