package io.streambench.eventlog;

import io.streambench.config.OneLine;
import io.streambench.config.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A file of Flight Recorder. The JDK's own reader trusts its files; this one refuses what would
 * make it read without an end, and takes damage for the end of the file.
 */
public final class FlightRecording implements AutoCloseable {
  /** The format since JDK 9, see {@code jdk.jfr.internal.consumer.ChunkHeader}. */
  private static final int CHUNK_HEADER_BYTES = 68;

  private static final int CHUNK_LENGTH_AT = 8;
  private static final int CHUNK_METADATA_AT = 24;
  private static final int CHUNK_STATE_AT = 64;
  private static final byte BEING_WRITTEN = (byte) 255;

  private final RecordingFile file;
  private boolean cut;

  private FlightRecording(RecordingFile file) {
    this.file = file;
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it is no recording, or a damaged one; the message is one line
   */
  public static FlightRecording open(Path file) throws IOException {
    try {
      requireChunks(file);
      return new FlightRecording(new RecordingFile(file));
    } catch (StackOverflowError e) { // a type that contains itself
      throw new IOException("its types are nested without an end", e);
    } catch (IOException | RuntimeException e) {
      throw new IOException(OneLine.of(e.getMessage()), e);
    }
  }

  /**
   * Follows the chunks of a file. The JDK's reader would read one without a length or without
   * metadata again and again, and wait for one that says it is being written.
   */
  private static void requireChunks(Path file) throws IOException {
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      long at = 0;
      while (at + CHUNK_HEADER_BYTES <= in.size()) {
        ByteBuffer header = ByteBuffer.allocate(CHUNK_HEADER_BYTES);
        in.position(at);
        while (header.hasRemaining() && in.read(header) >= 0) {
          // the whole header
        }
        long bytes = header.getLong(CHUNK_LENGTH_AT);
        if (bytes < CHUNK_HEADER_BYTES
            || header.getLong(CHUNK_METADATA_AT) == 0
            || header.get(CHUNK_STATE_AT) == BEING_WRITTEN) {
          throw new IOException(
              Text.of("the chunk at byte %d, of %d bytes, was never finished", at, bytes));
        }
        if (bytes > in.size() - at) {
          return; // cut short, and read as far as it goes
        }
        at += bytes;
      }
    }
  }

  /** The next event; null at the end, which is also where a file is cut short or damaged. */
  public RecordedEvent next() {
    try {
      return cut || !file.hasMoreEvents() ? null : file.readEvent();
    } catch (IOException | RuntimeException | StackOverflowError e) {
      cut = true; // the file of a killed process ends anywhere
      return null;
    }
  }

  /** Returns whether the file ended before its events did. */
  public boolean cut() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
