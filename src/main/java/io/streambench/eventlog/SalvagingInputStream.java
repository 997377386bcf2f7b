package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream whose first bytes can be looked at, and which gives all that can be decoded before it
 * reports damage. Not thread-safe.
 */
final class SalvagingInputStream extends InputStream {
  private final InputStream in;
  private final boolean onlyAvailable;

  /** Bytes that were read from below and not yet given; null before the first look. */
  private byte[] head;

  private int given;
  private IOException damage;

  /**
   * Decoders of xz lose what a read has decoded before damage, unless it asks for no more than is
   * available.
   */
  SalvagingInputStream(InputStream in, boolean onlyAvailable) {
    this.in = in;
    this.onlyAvailable = onlyAvailable;
  }

  /** A stream whose first read throws, in place of one damaged from its first byte on. */
  static SalvagingInputStream damaged(InputStream in) {
    SalvagingInputStream nothing = new SalvagingInputStream(in, false);
    nothing.damage = new EOFException("nothing of it can be read");
    return nothing;
  }

  /** The first bytes, a character each, which will be read again; fewer where there are no more. */
  String head(int bytes) throws IOException {
    if (head == null) {
      byte[] first = new byte[bytes];
      int length = 0;
      try {
        for (int read = 0; read >= 0 && length < bytes; length += Math.max(read, 0)) {
          read = below(first, length, bytes - length);
        }
      } catch (IOException e) {
        if (!LineReader.isDamage(e)) {
          throw e;
        }
        damage = e;
      }
      head = Arrays.copyOf(first, length);
    }
    return new String(head, ISO_8859_1);
  }

  private int below(byte[] into, int at, int length) throws IOException {
    if (damage != null) {
      throw damage;
    }
    return in.read(
        into, at, onlyAvailable ? Math.min(length, Math.max(1, in.available())) : length);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    int left = Math.min(length, held());
    if (left == 0) {
      return below(into, at, length);
    }
    System.arraycopy(head, given, into, at, left);
    given += left;
    if (given == head.length) {
      head = new byte[0];
      given = 0;
    }
    return left;
  }

  private int held() {
    return head == null ? 0 : head.length - given;
  }

  /**
   * Waits for the next byte; 0 only at the end. JDK 17's gzip takes an empty pipe for one that has
   * ended (JDK-7036144).
   */
  @Override
  public int available() throws IOException {
    if (held() == 0) {
      byte[] one = new byte[1];
      if (below(one, 0, 1) < 0) {
        return 0;
      }
      head = one;
      given = 0;
    }
    return held();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
