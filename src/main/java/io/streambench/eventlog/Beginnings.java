package io.streambench.eventlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The first bytes of the sources that are read together, unpacked. A log that is given twice, such
 * as plain and packed, begins twice alike, and so does its older copy. Not thread-safe.
 */
final class Beginnings {
  /** The bytes that are compared: with times and sessions in every line, any two logs differ. */
  private static final int BYTES = 1 << 12;

  private final Map<ByteBuffer, String> names = new HashMap<>();

  /**
   * Looks at the first bytes of a source, which will be read again. Empty ones may be many.
   *
   * @throws SameLogException if another one began with these
   */
  void add(String name, WholeTail source) throws IOException {
    ByteBuffer begin = ByteBuffer.wrap(source.head(BYTES));
    String other = begin.hasRemaining() ? names.putIfAbsent(begin, name) : null;
    if (other != null) {
      throw new SameLogException(other, name);
    }
  }
}
