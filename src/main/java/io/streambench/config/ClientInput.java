package io.streambench.config;

import java.util.OptionalInt;

/**
 * Sizes with which the JVM's HTTP/2 clients receive data; empty for Jetty's defaults.
 *
 * @param bufferSize bytes of the buffer for one read from a connection
 * @param maxFrameSize bytes of the largest frame that a server may send (RFC 9113,
 *     SETTINGS_MAX_FRAME_SIZE)
 */
public record ClientInput(OptionalInt bufferSize, OptionalInt maxFrameSize) {
  public static final String BUFFER_SIZE = "inputBufferSize";
  public static final String MAX_FRAME_SIZE = "maxFrameSize";

  public static final ClientInput DEFAULT =
      new ClientInput(OptionalInt.empty(), OptionalInt.empty());

  private static final int MIN_BUFFER = 1024;
  private static final int MAX_BUFFER = 16 * 1024 * 1024;

  /** RFC 9113, 4.2 and 6.5.2. */
  private static final int MIN_FRAME = 1 << 14;

  private static final int MAX_FRAME = (1 << 24) - 1;

  static ClientInput of(GivenParameters given) {
    return new ClientInput(
        bytes(given, BUFFER_SIZE, MIN_BUFFER, MAX_BUFFER),
        bytes(given, MAX_FRAME_SIZE, MIN_FRAME, MAX_FRAME));
  }

  private static OptionalInt bytes(GivenParameters given, String name, int min, int max) {
    return Values.bytes(name, given.values(), min, max, Integer.toString(max));
  }
}
