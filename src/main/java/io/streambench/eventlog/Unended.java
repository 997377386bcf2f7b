package io.streambench.eventlog;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * A stream that calls something available until it has ended. JDK 17's reader of gzip asks behind
 * each member what is available, and takes a pipe that is empty at that moment for one that has
 * ended (JDK-7036144; not so in JDK 25). Not thread-safe.
 */
final class Unended extends PushbackInputStream {
  /**
   * @param in closed with this
   */
  Unended(InputStream in) {
    super(in, 1);
  }

  /** Waits for the next byte; 0 at the end alone. */
  @Override
  public int available() throws IOException {
    int next = read();
    if (next < 0) {
      return 0;
    }
    unread(next);
    return super.available();
  }
}
