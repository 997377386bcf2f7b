package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A client's socket and the node's at the other end of a relay. */
final class RelayedPair implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final ServerSocket listening = new ServerSocket();
  final Relay relay;
  final Socket client;
  final Socket node;

  RelayedPair(Distance distance) throws IOException {
    listening.setReceiveBufferSize(BUFFER_BYTES);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    relay = Relay.open((InetSocketAddress) listening.getLocalSocketAddress(), distance);
    client = new Socket();
    client.setSendBufferSize(BUFFER_BYTES);
    client.setTcpNoDelay(true);
    client.connect(relay.address());
    node = accepted();
  }

  private Socket accepted() throws IOException {
    Socket socket = listening.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }

  /**
   * The node's end of another connection over the same relay, whose client writes what is given.
   */
  Socket anotherThatWrites(byte[] bytes) throws IOException {
    Socket other = new Socket(relay.address().getAddress(), relay.address().getPort());
    var unused = Background.run(() -> other.getOutputStream().write(bytes));
    return accepted();
  }

  /** The node sends everything back. */
  void echo() {
    var unused = Background.run(() -> node.getInputStream().transferTo(node.getOutputStream()));
  }

  @Override
  public void close() throws IOException {
    client.close();
    node.close();
    relay.close();
    listening.close();
  }
}
