package io.streambench.bench.settings;

import java.util.OptionalInt;

/**
 * Sizes with which the JVM's HTTP/2 clients receive data; empty for Jetty's defaults.
 *
 * @param bufferSize bytes of the buffer for one read from a connection
 * @param maxFrameSize bytes of the largest frame that a server may send (RFC 9113,
 *     SETTINGS_MAX_FRAME_SIZE)
 */
public record ClientInput(OptionalInt bufferSize, OptionalInt maxFrameSize) {
  public static final ClientInput DEFAULT =
      new ClientInput(OptionalInt.empty(), OptionalInt.empty());

  static ClientInput of(GivenParameters given) {
    return new ClientInput(
        given.get(BenchmarkParameters.INPUT_BUFFER_SIZE),
        given.get(BenchmarkParameters.MAX_FRAME_SIZE));
  }
}
