package io.streambench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The standard output of this process. Writing to a pipe fails only after its reader, such as
 * {@code head}, has closed it; that is not an error. A pipe is recognized by its file type, because
 * the message of an exception depends on the locale.
 */
final class StandardOutput extends PrintStream {
  private static final Path DESCRIPTOR = Path.of("/dev/fd/1");
  private static final int FILE_TYPE_MASK = 0xF000;
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xC000;

  StandardOutput() {
    super(System.out, true);
  }

  /** Only flushes, since this process may still print. */
  @Override
  public void close() {
    flush();
  }

  /** Returns whether a part of the answer was lost. A pipe closed by its reader does not count. */
  @Override
  public boolean checkError() {
    return super.checkError() && !isPipe();
  }

  private static boolean isPipe() {
    try {
      int type = (int) Files.getAttribute(DESCRIPTOR, "unix:mode") & FILE_TYPE_MASK;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // not supported on this system
    }
  }
}
