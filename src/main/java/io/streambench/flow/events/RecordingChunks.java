package io.streambench.flow.events;

import io.streambench.base.TextFormat;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * Checks the structure of a recording's chunks without decoding their events. The JDK's parser
 * loops forever if a chunk is unfinished, an event has a negative size, or checkpoints form a
 * cycle. The format is that of {@code jdk.jfr.internal.consumer.ChunkParser}.
 */
final class RecordingChunks {
  private static final int HEADER_BYTES = 68;
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int LENGTH_OFFSET = 8;
  private static final int CHECKPOINT_OFFSET = 16;
  private static final int METADATA_OFFSET = 24;
  private static final int STATE_OFFSET = 64;
  private static final byte STATE_BEING_WRITTEN = (byte) 255;

  /** The number of fields between the size of a checkpoint and its reference to another one. */
  private static final int FIELDS_BEFORE_REFERENCE = 3;

  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD_MASK = 0x7f;
  private static final int LAST_SHIFT = 8 * PAYLOAD_BITS;

  /** The bytes of the file from the start of the chunk. */
  private final ByteBuffer bytes;

  private final long chunkOffset;
  private long position;

  private RecordingChunks(ByteBuffer bytes, long offset) {
    this.bytes = bytes;
    this.chunkOffset = offset;
  }

  /** Throws an exception if the JDK's parser would loop forever. Accepts a truncated file. */
  static void checkComplete(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file)) {
      long end = in.size();
      long at = 0;
      while (at + HEADER_BYTES <= end) {
        long remaining = Math.min(end - at, Integer.MAX_VALUE);
        at += new RecordingChunks(in.map(MapMode.READ_ONLY, at, remaining), at).checkChunk();
      }
    } catch (EOFException e) {
      // truncated
    }
  }

  private long checkChunk() throws IOException {
    if (bytes.getInt(0) != MAGIC) {
      throw new EOFException(); // data of a killed process after its last chunk
    }
    long length = bytes.getLong(LENGTH_OFFSET);
    if (length < HEADER_BYTES
        || bytes.getLong(METADATA_OFFSET) == 0
        || bytes.get(STATE_OFFSET) == STATE_BEING_WRITTEN) {
      throw new IOException(
          TextFormat.of(
              "the chunk at byte %d, of %d bytes, was never finished", chunkOffset, length));
    }
    try {
      checkEvents(length);
    } catch (EOFException e) {
      if (pointsIntoFile(METADATA_OFFSET) && pointsIntoFile(CHECKPOINT_OFFSET)) {
        throw new IOException("the file ends between two events of a chunk that goes on", e);
      }
      throw e; // the JDK's reader detects this
    }
    checkCheckpoints(bytes.getLong(CHECKPOINT_OFFSET), length);
    return length;
  }

  private boolean pointsIntoFile(int field) {
    return bytes.getLong(field) < bytes.limit();
  }

  /** Checks the sizes of events. Throws {@code EOFException} if the file ends after an event. */
  private void checkEvents(long chunkEnd) throws IOException {
    long next = HEADER_BYTES;
    while (next < Math.min(chunkEnd, bytes.limit())) {
      position = next;
      long size = readNumber();
      if (size == 0) {
        return; // the JDK's reader ends there
      }
      if (size < 0 || next + size < 0) {
        throw new IOException(
            TextFormat.of("the event at byte %d has %d bytes", chunkOffset + next, size));
      }
      next += size;
    }
    if (next == bytes.limit() && chunkEnd > bytes.limit()) {
      throw new EOFException();
    }
  }

  /** Checks that each checkpoint except the first refers to an earlier one in the same chunk. */
  private void checkCheckpoints(long last, long chunkEnd) throws IOException {
    long checkpoint = last;
    long reference = -1;
    while (reference != 0) {
      if (checkpoint < 0 || checkpoint >= chunkEnd) {
        throw new IOException(
            TextFormat.of(
                "a checkpoint at byte %d is outside of its chunk", chunkOffset + checkpoint));
      }
      position = checkpoint;
      readNumber();
      for (int i = 0; i < FIELDS_BEFORE_REFERENCE; i++) {
        readNumber();
      }
      reference = readNumber();
      if (reference > 0) {
        throw new IOException(
            TextFormat.of(
                "the checkpoint at byte %d refers to a later one", chunkOffset + checkpoint));
      }
      checkpoint += reference;
    }
  }

  /** Reads an integer of up to nine bytes with seven bits each, lowest bits first. */
  private long readNumber() throws IOException {
    long number = 0;
    for (int shift = 0; shift < LAST_SHIFT; shift += PAYLOAD_BITS) {
      byte next = nextByte();
      number |= (long) (next & PAYLOAD_MASK) << shift;
      if (next >= 0) {
        return number;
      }
    }
    return number | (nextByte() & 0xffL) << LAST_SHIFT;
  }

  private byte nextByte() throws IOException {
    if (position < 0 || position >= bytes.limit()) {
      throw new EOFException();
    }
    return bytes.get((int) position++);
  }
}
