package io.streambench.diagnose.watch;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes samples as lines to numbered files in a folder. The reader deletes each file as soon as
 * the next file exists.
 */
final class SampleWriter implements AutoCloseable {
  /** The maximum number of lines in a file, which then has a size of about 2 MB. */
  static final int MAX_LINES_PER_FILE = 20_000;

  private final Path folder;
  private int number;
  private int linesInFile;
  private Writer out;

  SampleWriter(Path folder) throws IOException {
    this.folder = folder;
    open();
  }

  static Path file(Path folder, int number) {
    return folder.resolve("samples-" + number);
  }

  private void open() throws IOException {
    out =
        new BufferedWriter( // needs no direct memory
            new FileWriter(file(folder, number).toFile(), StandardCharsets.US_ASCII));
  }

  void write(String sample) throws IOException {
    if (linesInFile == MAX_LINES_PER_FILE) {
      out.close();
      number++;
      linesInFile = 0;
      open();
    }
    out.write(sample);
    out.write('\n');
    linesInFile++;
  }

  /** Makes all written samples visible to the reader. */
  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
