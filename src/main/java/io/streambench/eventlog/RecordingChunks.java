package io.streambench.eventlog;

import io.streambench.config.Text;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The chunks of a recording, followed without their contents. The JDK's own reader does not end
 * where a chunk has no length or no metadata, where an event has a size below zero, or where
 * checkpoints refer to each other in a circle; and it waits for a chunk that is being written. Only
 * reading without an end is excluded: events that overlap can still take it long. The format is
 * that since JDK 9, see {@code jdk.jfr.internal.consumer.ChunkHeader} and {@code ChunkParser}.
 */
final class RecordingChunks implements AutoCloseable {
  private static final int HEADER_BYTES = 68;
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int LENGTH_AT = 8;
  private static final int CHECKPOINT_AT = 16;
  private static final int METADATA_AT = 24;
  private static final int STATE_AT = 64;
  private static final byte BEING_WRITTEN = (byte) 255;

  /** The type, the time and the duration of a checkpoint, between its size and its reference. */
  private static final int BEFORE_REFERENCE = 3;

  private static final int WINDOW_BYTES = 1 << 16;
  private static final int BITS = 7;
  private static final int SEVEN_BITS = 0x7f;
  private static final int LAST_SHIFT = 8 * BITS;

  private final SeekableByteChannel in;
  private final long end;
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
  private long windowAt;
  private long position;

  private RecordingChunks(Path file) throws IOException {
    in = Files.newByteChannel(file);
    end = in.size();
  }

  /**
   * Checks that reading a file ends. A file that is cut short passes: it is read as far as it goes.
   *
   * @throws IOException if it would not end
   */
  static void requireEnd(Path file) throws IOException {
    try (RecordingChunks chunks = new RecordingChunks(file)) {
      long at = 0;
      while (at + HEADER_BYTES <= chunks.end) {
        at += chunks.chunk(at);
      }
    } catch (EOFException e) {
      // cut short
    }
  }

  /** Follows one chunk, and returns its length. */
  private long chunk(long at) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    position = at;
    while (header.hasRemaining()) {
      header.put(next());
    }
    if (header.getInt(0) != MAGIC) {
      throw new EOFException(); // what a killed process wrote behind its last chunk
    }
    long bytes = header.getLong(LENGTH_AT);
    if (bytes < HEADER_BYTES
        || header.getLong(METADATA_AT) == 0
        || header.get(STATE_AT) == BEING_WRITTEN) {
      throw new IOException(
          Text.of("the chunk at byte %d, of %d bytes, was never finished", at, bytes));
    }
    try {
      events(at + HEADER_BYTES, at + bytes);
    } catch (EOFException e) {
      if (isInFile(at, header, METADATA_AT) && isInFile(at, header, CHECKPOINT_AT)) {
        throw new IOException("the file ends between two events of a chunk that goes on", e);
      }
      throw e; // the JDK's reader finds that out
    }
    checkpoints(at + header.getLong(CHECKPOINT_AT), at, at + bytes);
    return bytes;
  }

  private boolean isInFile(long at, ByteBuffer header, int field) {
    return at + header.getLong(field) < end;
  }

  /**
   * Follows events to the end of a chunk. Where the file ends first, and just between two events,
   * the JDK's reader takes what an earlier block has left in its memory for the next one.
   *
   * @throws EOFException if the file ends there
   */
  private void events(long first, long chunkEnd) throws IOException {
    long at = first;
    while (at < Math.min(chunkEnd, end)) {
      position = at;
      long size = number();
      if (size == 0) {
        return; // the JDK's reader ends there
      }
      if (size < 0 || at + size < 0) {
        throw new IOException(Text.of("the event at byte %d has %d bytes", at, size));
      }
      at += size;
    }
    if (at == end && chunkEnd > end) {
      throw new EOFException();
    }
  }

  /** Each refers to the one before, in the same chunk; the first to none. */
  private void checkpoints(long last, long first, long chunkEnd) throws IOException {
    long at = last;
    long reference = -1;
    while (reference != 0) {
      if (at < first || at >= chunkEnd) {
        throw new IOException(Text.of("a checkpoint at byte %d is outside of its chunk", at));
      }
      position = at;
      number();
      for (int i = 0; i < BEFORE_REFERENCE; i++) {
        number();
      }
      reference = number();
      if (reference > 0) {
        throw new IOException(Text.of("the checkpoint at byte %d refers to a later one", at));
      }
      at += reference;
    }
  }

  /** An integer of up to nine bytes: seven bits each, the lowest first, and eight in the ninth. */
  private long number() throws IOException {
    long number = 0;
    for (int shift = 0; shift < LAST_SHIFT; shift += BITS) {
      byte next = next();
      number |= (long) (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return number;
      }
    }
    return number | (next() & 0xffL) << LAST_SHIFT;
  }

  private byte next() throws IOException {
    if (position < windowAt || position >= windowAt + window.limit()) {
      if (position < 0 || position >= end) {
        throw new EOFException();
      }
      window.clear();
      // backwards, as checkpoints are read, half a window lies before the position
      windowAt = position < windowAt ? Math.max(0, position - WINDOW_BYTES / 2) : position;
      in.position(windowAt);
      while (window.hasRemaining() && in.read(window) >= 0) {
        // as much as fits
      }
      window.flip();
      if (position >= windowAt + window.limit()) {
        throw new EOFException();
      }
    }
    return window.get((int) (position++ - windowAt));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
