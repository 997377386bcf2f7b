package io.streambench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A stream for standard output that tolerates a closed pipe. A reader such as {@code head} may
 * close the pipe early.
 */
final class StandardOutput extends PrintStream {
  private static final Path DESCRIPTOR_FILE = Path.of("/dev/fd/1");
  private static final int FILE_TYPE_MASK = 0xF000;
  private static final int PIPE_TYPE = 0x1000;
  private static final int SOCKET_TYPE = 0xC000;

  StandardOutput() {
    super(System.out, true);
  }

  /** Only flushes the stream, because this process may still print. */
  @Override
  public void close() {
    flush();
  }

  /**
   * Returns whether output was lost. Returns false for a pipe or socket, because its reader may
   * close it early.
   */
  @Override
  public boolean checkError() {
    return super.checkError() && !isPipeOrSocket();
  }

  private static boolean isPipeOrSocket() {
    try {
      int type = (int) Files.getAttribute(DESCRIPTOR_FILE, "unix:mode") & FILE_TYPE_MASK;
      return type == PIPE_TYPE || type == SOCKET_TYPE;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // not supported on this system
    }
  }
}
