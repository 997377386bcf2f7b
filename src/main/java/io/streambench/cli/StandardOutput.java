package io.streambench.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output of this process. A pipe takes everything until its reader closes it, as {@code
 * head} does when it has seen enough: this is no error. Nothing is read from the message of an
 * exception, which is in the language of the machine.
 */
final class StandardOutput extends PrintStream {
  private static final Path DESCRIPTOR = Path.of("/dev/fd/1");
  private static final int TYPE = 0xF000;
  private static final int PIPE = 0x1000;
  private static final int SOCKET = 0xC000;

  StandardOutput() {
    super(System.out, true);
  }

  /** Returns whether something was lost that was wanted. */
  @Override
  public boolean checkError() {
    return super.checkError() && !hasReader();
  }

  private static boolean hasReader() {
    try {
      int type = (int) Files.getAttribute(DESCRIPTOR, "unix:mode") & TYPE;
      return type == PIPE || type == SOCKET;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // a system that cannot say it
    }
  }
}
