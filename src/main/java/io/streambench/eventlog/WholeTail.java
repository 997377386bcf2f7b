package io.streambench.eventlog;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream whose first bytes can be looked at, and which gives every byte that the one below can
 * decode before it tells of damage. A {@link java.io.BufferedInputStream} does not: it asks again
 * and again within one read, and what came before the exception is lost. Not thread-safe.
 */
final class WholeTail extends InputStream {
  private static final byte[] NOTHING = new byte[0];

  private final InputStream in;
  private final boolean asTold;
  private byte[] head;
  private int given;
  private IOException damage;

  /**
   * @param in closed with this
   * @param asTold read no more at once than {@code in} calls available: decoders of xz lose what a
   *     read has decoded when it goes on into damage
   */
  WholeTail(InputStream in, boolean asTold) {
    this.in = in;
    this.asTold = asTold;
  }

  /** A stream whose first read throws, in place of one damaged from its first byte on. */
  static WholeTail damaged(InputStream in) {
    WholeTail nothing = new WholeTail(in, false);
    nothing.damage = new EOFException("nothing of it can be read");
    return nothing;
  }

  /** The first bytes, which will be read again; fewer where there are no more. Looks once. */
  byte[] head(int bytes) throws IOException {
    if (head != null) {
      return head.clone();
    }
    byte[] first = new byte[bytes];
    int length = 0;
    try {
      for (int read; length < bytes; length += read) {
        read = once(first, length, bytes - length);
        if (read < 0) {
          break;
        }
      }
    } catch (IOException e) {
      if (!LineReader.isDamage(e)) {
        throw e;
      }
      damage = e;
    }
    head = Arrays.copyOf(first, length);
    return head.clone();
  }

  private int once(byte[] into, int at, int length) throws IOException {
    if (damage != null) {
      throw damage;
    }
    int most = asTold ? Math.min(length, Math.max(1, in.available())) : length;
    return in.read(into, at, most);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    int left = Math.min(length, lookedAt());
    if (left > 0) {
      System.arraycopy(head, given, into, at, left);
      given += left;
      if (given == head.length) {
        head = NOTHING;
        given = 0;
      }
      return left;
    }
    return once(into, at, length);
  }

  /** Bytes of the head that are still to be given. */
  private int lookedAt() {
    return head == null ? 0 : head.length - given;
  }

  @Override
  public int available() throws IOException {
    return lookedAt() + (damage == null ? in.available() : 0);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
