package io.streambench.transport.relay;

import java.io.IOException;
import java.net.Socket;

/** The operations on both sockets of a relayed connection. */
final class Sockets {
  /**
   * The kernel would let them grow to megabytes. They are on loopback, where little is enough, and
   * what lies in them is neither on the way nor limited by {@link DelayLine}.
   */
  static final int BUFFER_BYTES = 256 * 1024;

  private Sockets() {}

  /** Sets the options of a socket; one that is ours to connect must not be connected yet. */
  static void configure(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
  }

  /** Closes it, and the other end hears of a reset instead of an end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // it is closed, or was reset from the other end
    }
    close(socket);
  }

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is of no use any more, which is all that is asked for
    }
  }
}
