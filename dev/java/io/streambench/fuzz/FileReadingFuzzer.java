package io.streambench.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Jazzer's target: each input is written to a file and read, and nothing may be beside that file
 * afterwards. The system property {@code reading} names the reader. Run by {@code dev/fuzz/run}.
 */
public final class FileReadingFuzzer {
  private static final FileReading READING = FileReading.valueOf(System.getProperty("reading"));
  private static final Path FILE = Path.of(System.getProperty("file"));

  private FileReadingFuzzer() {}

  /** Reads one input. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Files.write(FILE, input);
    READING.readOrReject(FILE);
    String[] beside = FILE.getParent().toFile().list();
    if (beside == null || beside.length != 1) {
      throw new AssertionError("a file beside the input: " + Arrays.toString(beside));
    }
  }
}
