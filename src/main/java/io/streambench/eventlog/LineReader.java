package io.streambench.eventlog;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * Cuts a stream of bytes into lines, without a copy and without a limit to the stream. The current
 * line is {@code buffer()[from()..to())}, until the next is asked for. Not thread-safe.
 */
final class LineReader implements Closeable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte LINE_FEED = '\n';
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Many small logs at a time each need no more. */
  private static final int FIRST_BYTES = 1 << 13;

  private final InputStream in;
  private final int bufferBytes;
  private final int maxLineBytes;
  private byte[] buffer;
  private int from;
  private int to;
  private int next;
  private int limit;
  private boolean tooLong;
  private boolean filled;
  private boolean ended;
  private boolean cut;

  /**
   * @param in closed with this
   * @param bufferBytes what the buffer grows to while reads fill it; beyond, if a line needs it
   * @param maxLineBytes longer lines are told of and skipped
   */
  LineReader(InputStream in, int bufferBytes, int maxLineBytes) {
    this.in = in;
    this.bufferBytes = bufferBytes;
    this.maxLineBytes = maxLineBytes;
    this.buffer = new byte[Math.min(bufferBytes, FIRST_BYTES)];
  }

  byte[] buffer() {
    return buffer;
  }

  /** First byte of the line. */
  int from() {
    return from;
  }

  /** Behind its last byte; a line feed is no part of it, a carriage return before it neither. */
  int to() {
    return to;
  }

  /** Returns whether the current line is too long, and therefore not in the buffer. */
  boolean tooLong() {
    return tooLong;
  }

  /**
   * Returns whether the stream ended before it should have, as a compressed file that was cut does.
   */
  boolean cut() {
    return cut;
  }

  /** Moves on to the next line; false at the end. */
  boolean next() throws IOException {
    tooLong = false;
    int scanned = next;
    while (true) {
      int end = indexOf(buffer, LINE_FEED, scanned, limit);
      if (end < limit) {
        line(next, end);
        return true;
      }
      if (limit - next > maxLineBytes) {
        return skipTooLong();
      }
      scanned = limit - next;
      if (!fill()) {
        if (next == limit) {
          return false;
        }
        line(next, limit);
        return true;
      }
      scanned += next;
    }
  }

  private void line(int start, int end) {
    from = start;
    to = end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    next = Math.min(end + 1, limit);
    tooLong = to - from > maxLineBytes;
  }

  private boolean skipTooLong() throws IOException {
    tooLong = true;
    while (true) {
      next = limit;
      if (!fill()) {
        break;
      }
      int end = indexOf(buffer, LINE_FEED, next, limit);
      if (end < limit) {
        next = end + 1;
        break;
      }
    }
    from = next;
    to = next;
    return true;
  }

  /** Index of the first such byte, looked for eight at a time; {@code to} if there is none. */
  static int indexOf(byte[] bytes, byte wanted, int from, int to) {
    long eight = LOW_BITS * wanted;
    int at = from;
    for (int last = to - Long.BYTES; at <= last; at += Long.BYTES) {
      long different = (long) LONGS.get(bytes, at) ^ eight;
      // The lowest set bit is right: a borrow can only spoil the bytes above the first zero byte.
      long zero = (different - LOW_BITS) & ~different & HIGH_BITS;
      if (zero != 0) {
        return at + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /** Reads more behind what is unread, which moves to the front. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, limit - next);
      limit -= next;
      next = 0;
    }
    if (limit == buffer.length || filled && buffer.length < bufferBytes) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = read();
    if (read < 0) {
      ended = true;
      return false;
    }
    limit += read;
    filled = limit == buffer.length;
    return true;
  }

  private int read() throws IOException {
    try {
      return in.read(buffer, limit, buffer.length - limit);
    } catch (IOException e) {
      if (isDamage(e)) {
        // A compressed file whose writer was killed: what could be read of it counts.
        cut = true;
        return -1;
      }
      throw e;
    }
  }

  /**
   * Returns whether a packed file is at fault, and not the disk that it lies on. Such a file is
   * broken or ends too early.
   */
  static boolean isDamage(IOException e) {
    return e instanceof EOFException
        || e instanceof ZipException
        || e.getClass().getName().startsWith("org.tukaani.xz");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
