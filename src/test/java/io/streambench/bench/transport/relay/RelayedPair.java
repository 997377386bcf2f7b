package io.streambench.bench.transport.relay;

import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A client's socket and the node's socket at the other end of a relay. */
final class RelayedPair implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final ServerSocket serverSocket = new ServerSocket();
  final Relay relay;
  final Socket client;
  final Socket node;

  RelayedPair(Distance distance) throws IOException {
    serverSocket.setReceiveBufferSize(BUFFER_BYTES);
    serverSocket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    relay = Relay.open((InetSocketAddress) serverSocket.getLocalSocketAddress(), distance);
    client = new Socket();
    client.setSendBufferSize(BUFFER_BYTES);
    client.setTcpNoDelay(true);
    client.connect(relay.address());
    node = acceptConnection();
  }

  private Socket acceptConnection() throws IOException {
    Socket socket = serverSocket.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }

  /**
   * Opens another connection over the same relay, whose client writes the given bytes. Returns the
   * node's end.
   */
  Socket openSecondConnection(byte[] clientBytes) throws IOException {
    Socket other = new Socket(relay.address().getAddress(), relay.address().getPort());
    var unused = Background.run(() -> other.getOutputStream().write(clientBytes));
    return acceptConnection();
  }

  /** Makes the node send back everything that it receives. */
  void echo() {
    var unused = Background.run(() -> node.getInputStream().transferTo(node.getOutputStream()));
  }

  @Override
  public void close() throws IOException {
    client.close();
    node.close();
    relay.close();
    serverSocket.close();
  }
}
