package io.streambench.eventlog;

import io.streambench.config.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A file of Flight Recorder. The JDK's own reader trusts its files; this one refuses what would
 * make it read without an end, and takes damage for the end of the file.
 */
public final class FlightRecording implements AutoCloseable {
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
      RecordingChunks.requireEnd(file);
      return new FlightRecording(new RecordingFile(file));
    } catch (StackOverflowError e) { // a type that contains itself
      throw new IOException("its types are nested without an end", e);
    } catch (IOException | RuntimeException | InternalError e) {
      throw new IOException(OneLine.of(e.getMessage()), e);
    }
  }

  /** The next event; null at the end, which is also where a file is cut short or damaged. */
  public RecordedEvent next() {
    try {
      return cut || !file.hasMoreEvents() ? null : file.readEvent();
    } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
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
