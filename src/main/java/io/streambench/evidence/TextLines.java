package io.streambench.evidence;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a file, unpacked if it is packed. What is longer than {@value #MAX_LINE} characters
 * is cut, so that no file needs more memory than that. A packed file that was cut ends where it can
 * be read no further.
 */
final class TextLines implements Closeable {
  static final int MAX_LINE = 4_000_000;
  private static final int BUFFER = 1 << 16;

  private final Reader in;
  private final char[] buffer = new char[BUFFER];
  private final StringBuilder line = new StringBuilder();
  private int at;
  private int limit;

  TextLines(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      InputStream unpacked =
          file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER) : bytes;
      in = new InputStreamReader(unpacked, StandardCharsets.UTF_8);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** The next line; null at the end. */
  String next() throws IOException {
    line.setLength(0);
    boolean any = false;
    while (at < limit || fill()) {
      any = true;
      int end = at;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      line.append(buffer, at, Math.min(end - at, MAX_LINE - line.length()));
      boolean complete = end < limit;
      at = complete ? end + 1 : end;
      if (complete) {
        break;
      }
    }
    return any ? line.toString() : null;
  }

  private boolean fill() throws IOException {
    at = 0;
    limit = 0;
    try {
      limit = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (EOFException | ZipException e) {
      // the file was cut
    }
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
