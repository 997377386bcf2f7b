package io.streambench.flow.events;

import io.streambench.base.TextFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files with unpacked data, deleted on close or when the JVM exits. */
final class UnpackedFiles implements Closeable {
  private static final int BUFFER_BYTES = 1 << 13;

  private final List<Path> files = new ArrayList<>();
  private final long maxBytes;
  private long totalBytes;

  /** Creates an empty set of files, which may grow to {@code maxBytes} in total. */
  UnpackedFiles(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  Path unpack(InputStream in, String name) throws IOException {
    long before = totalBytes;
    Path copy = Files.createTempFile("streambench-", ".jfr");
    copy.toFile().deleteOnExit();
    files.add(copy);
    byte[] buffer = new byte[BUFFER_BYTES];
    try (OutputStream out = Files.newOutputStream(copy)) {
      for (int read; (read = in.read(buffer)) >= 0; ) {
        totalBytes += read;
        if (totalBytes > maxBytes) {
          throw new IOException(
              TextFormat.of(
                  "%s%s unpacks to more than %,d MB",
                  name, before > 0 ? ", with those before it," : "", maxBytes >> 20));
        }
        out.write(buffer, 0, read);
      }
    }
    return copy;
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
