package io.streambench.base.files;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads and writes small UTF-8 files without direct memory, unlike {@link java.nio.file.Files}. The
 * agent needs this class to report from a JVM that has no direct memory left.
 */
public final class HeapBufferedFiles {
  private HeapBufferedFiles() {}

  public static String read(Path file) throws IOException {
    try (InputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static void write(Path file, CharSequence text) throws IOException {
    try (OutputStream out = new FileOutputStream(file.toFile())) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
