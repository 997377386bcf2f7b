package io.streambench.diagnose.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Reads the samples that an agent writes to files in a folder. Not thread-safe. */
public final class SampleReader {
  private final Path folder;
  private int fileNumber;
  private long position;

  public SampleReader(Path folder) {
    this.folder = folder;
  }

  /** Returns the samples written since the previous call, and deletes files that are complete. */
  public List<String> readNewSamples() throws IOException {
    List<String> samples = new ArrayList<>();
    while (true) {
      Path file = SampleWriter.file(folder, fileNumber);
      boolean isComplete = Files.exists(SampleWriter.file(folder, fileNumber + 1));
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return samples;
      }
      read(file).lines().forEach(samples::add);
      if (!isComplete) {
        return samples;
      }
      Files.delete(file);
      fileNumber++;
      position = 0;
    }
  }

  /** Returns the lines written since the previous call, without an incomplete last line. */
  private String read(Path file) throws IOException {
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size() - position));
      channel.position(position);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // continue to the end
      }
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      String completeLines = text.substring(0, text.lastIndexOf('\n') + 1);
      position += completeLines.length();
      return completeLines;
    }
  }
}
