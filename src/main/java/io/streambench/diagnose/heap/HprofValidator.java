package io.streambench.diagnose.heap;

import io.streambench.base.TextFormat;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks the records of a heap dump. The library that reads the dump does not detect a truncated
 * file, and loops forever on a negative length. {@code heapDumper.cpp} defines the format.
 */
final class HprofValidator {
  private static final int BUFFER_BYTES = 1 << 18;

  /**
   * The size of the file header after the format name: a zero byte, the identifier size, the time.
   */
  private static final int HEADER_BYTES = 1 + Integer.BYTES + Long.BYTES;

  private static final int RECORD_HEADER_BYTES = 1 + 2 * Integer.BYTES;

  /** The tag of a record that contains the whole heap, not a segment. */
  private static final int HEAP_TAG = 0x0c;

  private static final int SEGMENT_TAG = 0x1c;
  private static final int END_TAG = 0x2c;

  private final DataInputStream in;
  private int idBytes;

  private long remainingHeapBytes;

  private HprofValidator(DataInputStream in) {
    this.in = in;
  }

  /**
   * Checks that a file is complete and valid. Returns the time of the dump, in milliseconds since
   * the epoch.
   */
  static long requireComplete(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
      return new HprofValidator(in).checkRecords(Files.size(file));
    }
  }

  private long checkRecords(long fileBytes) throws IOException {
    long position = HEADER_BYTES;
    while (in.readByte() != 0) {
      position++; // skips the name of the format
    }
    idBytes = in.readInt();
    if (idBytes != Integer.BYTES && idBytes != Long.BYTES) {
      throw new IOException("identifiers of " + idBytes + " bytes");
    }
    long timeMillis = in.readLong();
    boolean hasSegments = false;
    int lastTag = 0;
    while (position < fileBytes) {
      lastTag = in.readUnsignedByte();
      hasSegments |= lastTag == SEGMENT_TAG;
      in.readInt(); // skips the record's time
      long length = Integer.toUnsignedLong(in.readInt());
      position += RECORD_HEADER_BYTES + length;
      if (position > fileBytes) {
        throw new EOFException(TextFormat.of("%,d bytes are missing", position - fileBytes));
      }
      if (lastTag == SEGMENT_TAG || lastTag == HEAP_TAG) {
        checkHeap(length);
      } else {
        in.skipNBytes(length);
      }
    }
    if (hasSegments && lastTag != END_TAG) {
      throw new EOFException("its last record is missing");
    }
    return timeMillis;
  }

  private void checkHeap(long length) throws IOException {
    remainingHeapBytes = length;
    while (remainingHeapBytes > 0) {
      int tag = readUnsigned(1);
      switch (tag) {
        case 0x05, 0x07, 0xff -> skip(idBytes);
        case 0x01 -> skip(2L * idBytes);
        case 0x04, 0x06 -> skip(idBytes + Integer.BYTES);
        case 0x02, 0x03, 0x08 -> skip(idBytes + 2 * Integer.BYTES);
        case 0x20 -> skipClass();
        case 0x21 -> { // an object
          skip(2L * idBytes + Integer.BYTES);
          skip(readUnsigned(Integer.BYTES));
        }
        case 0x22, 0x23 -> { // an array, of references or of numbers
          skip(idBytes + Integer.BYTES);
          long elements = readUnsigned(Integer.BYTES);
          if (tag == 0x22) {
            skip(idBytes);
          }
          skip(elements * (tag == 0x22 ? idBytes : readValueSize()));
        }
        default ->
            throw new IOException(TextFormat.of("a part of the heap of unknown kind %d", tag));
      }
    }
  }

  private void skipClass() throws IOException {
    skip(7L * idBytes + 2 * Integer.BYTES);
    for (int constants = readUnsigned(Short.BYTES); constants > 0; constants--) {
      skip(Short.BYTES);
      skip(readValueSize());
    }
    for (int statics = readUnsigned(Short.BYTES); statics > 0; statics--) {
      skip(idBytes);
      skip(readValueSize());
    }
    skip((long) readUnsigned(Short.BYTES) * (idBytes + 1));
  }

  /** Reads the type of a value and returns the value's size. */
  private int readValueSize() throws IOException {
    int type = readUnsigned(1);
    return switch (type) {
      case 2 -> idBytes;
      case 4, 8 -> Byte.BYTES;
      case 5, 9 -> Short.BYTES;
      case 6, 10 -> Integer.BYTES;
      case 7, 11 -> Long.BYTES;
      default -> throw new IOException("a value of unknown type " + type);
    };
  }

  /** Reads an unsigned number of one or two bytes, or a non-negative number of four bytes. */
  private int readUnsigned(int bytes) throws IOException {
    consume(bytes);
    int number =
        switch (bytes) {
          case Byte.BYTES -> in.readUnsignedByte();
          case Short.BYTES -> in.readUnsignedShort();
          default -> in.readInt();
        };
    if (number < 0) {
      throw new IOException(TextFormat.of("a length of %d", number));
    }
    return number;
  }

  private void skip(long bytes) throws IOException {
    consume(bytes);
    in.skipNBytes(bytes);
  }

  private void consume(long bytes) throws IOException {
    remainingHeapBytes -= bytes;
    if (remainingHeapBytes < 0) {
      throw new IOException("a record of the heap is longer than its part");
    }
  }
}
