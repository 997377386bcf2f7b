package io.streambench.bench.recovery;

import io.streambench.config.Distance;
import io.streambench.transport.relay.Relays;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/**
 * Sends a shard's files over a connection of its own, which begins with the number of the shard.
 * The sending end is in this process, too.
 */
final class SocketSource implements PlainCopying.Source {
  private static final int BACKLOG = 100;
  private static final int BUFFER_BYTES = 1 << 16;

  private final List<ShardFiles> shards;
  private final ServerSocket server;
  private final Relays relays;
  private final boolean far;

  private SocketSource(List<ShardFiles> shards, ServerSocket server, Distance distance) {
    this.shards = List.copyOf(shards);
    this.server = server;
    this.relays = new Relays(distance);
    this.far = distance.present();
  }

  /** Opens a port that is free, and sends to whoever connects until it is closed. */
  static SocketSource open(List<ShardFiles> shards, Distance distance) throws IOException {
    SocketSource source =
        new SocketSource(
            shards, new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), distance);
    start(source::accept, "streambench-plain-accept");
    return source;
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket receiver = server.accept();
        start(() -> send(receiver), "streambench-plain-send");
      } catch (IOException e) {
        if (!server.isClosed()) {
          System.err.println("warning: a connection was not accepted: " + e);
        }
      }
    }
  }

  /** One who is gone has said why it went. */
  private void send(Socket receiver) {
    try (receiver;
        OutputStream out = receiver.getOutputStream()) {
      int number = new DataInputStream(receiver.getInputStream()).readInt();
      byte[] buffer = new byte[BUFFER_BYTES];
      try (InputStream in = shards.get(number).open()) {
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
          out.write(buffer, 0, length);
        }
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        System.err.println("warning: a shard was not sent: " + e);
      }
    }
  }

  @Override
  public InputStream open(ShardFiles shard) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    InetSocketAddress seen = far ? relays.of(address) : address;
    Socket socket = new Socket(seen.getAddress(), seen.getPort());
    try {
      new DataOutputStream(socket.getOutputStream()).writeInt(shards.indexOf(shard));
      return socket.getInputStream(); // which closes the socket with it
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    relays.close();
  }
}
