package io.streambench.bench.load;

import java.util.OptionalLong;

/**
 * The known figures of a request that succeeded.
 *
 * @param serverNanos from the moment at which the request was complete until its answer began, by
 *     the server's clock
 * @param firstByteNanos when the first byte of the answer had arrived, by this JVM's clock
 * @param bytesSent with it
 * @param bytesReceived with its answer
 */
record Answer(
    OptionalLong serverNanos, OptionalLong firstByteNanos, long bytesSent, long bytesReceived) {

  /** One that tells nothing of its parts. */
  static final Answer UNKNOWN = new Answer(OptionalLong.empty(), OptionalLong.empty(), 0, 0);

  /** One that comes at once, as far as the client can tell. */
  static Answer of(OptionalLong serverNanos, long bytesSent, long bytesReceived) {
    return new Answer(serverNanos, OptionalLong.empty(), bytesSent, bytesReceived);
  }
}
