package io.streambench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output of this process. Writing to a pipe fails only after its reader has closed it, as
 * {@code head} does when it has seen enough: this is no error. The message of the exception would
 * be in the language of the machine, so the type of the file decides.
 */
final class StandardOutput extends PrintStream {
  private static final Path DESCRIPTOR = Path.of("/dev/fd/1");
  private static final int TYPE = 0xF000;
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xC000;

  StandardOutput() {
    super(System.out, true);
  }

  /** Leaves it open to whatever else this process prints. */
  @Override
  public void close() {
    flush();
  }

  /** Returns whether a part of the answer was lost that a reader wanted. */
  @Override
  public boolean checkError() {
    return super.checkError() && !isPipe();
  }

  private static boolean isPipe() {
    try {
      int type = (int) Files.getAttribute(DESCRIPTOR, "unix:mode") & TYPE;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // a system that cannot say it
    }
  }
}
