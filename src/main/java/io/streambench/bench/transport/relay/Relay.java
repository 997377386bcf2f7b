package io.streambench.bench.transport.relay;

import io.streambench.base.files.Threads;
import io.streambench.bench.settings.Distance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy for one node. It accepts connections on a loopback port and forwards every byte to the
 * node and back over two {@link Link}s that all connections share. It simulates a link, but not
 * TCP: no handshake, no slow start, no loss. If the node refuses a connection, the client sees a
 * reset.
 */
final class Relay implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long CLOSE_SECONDS = 2;
  private static final long AFTER_FAILURE_MILLIS = 100;

  private final InetSocketAddress target;
  private final Link toNode;
  private final Link toClient;
  private final ServerSocket server;
  private final String name;
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Thread accepting;

  private Relay(InetSocketAddress target, Distance distance, ServerSocket server) {
    this.target = target;
    this.toNode = new Link(distance);
    this.toClient = new Link(distance);
    this.server = server;
    this.name = "streambench-relay-" + server.getLocalPort();
    this.accepting = Threads.daemon(name + "-accepts", this::acceptConnections);
  }

  /** Opens a free port and relays until it is closed. */
  static Relay open(InetSocketAddress target, Distance distance) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(RelayedConnection.BUFFER_BYTES); // clients need to know the port
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    Relay relay = new Relay(target, distance, server);
    relay.accepting.start();
    return relay;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  private void acceptConnections() {
    for (int number = 1; !server.isClosed(); number++) {
      try {
        startRelay(server.accept(), number);
      } catch (IOException e) {
        if (!server.isClosed()) { // e.g. too many open files
          System.err.println("warning: the relay to " + target + " takes no connection: " + e);
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(AFTER_FAILURE_MILLIS));
        }
      }
    }
  }

  private void startRelay(Socket client, int number) {
    connections.removeIf(RelayedConnection::isGone);
    RelayedConnection connection =
        new RelayedConnection(client, toNode, toClient, name + "-" + number);
    connections.add(connection);
    if (server.isClosed()) { // otherwise close() may have missed this connection
      connection.close();
    }
    connection.open(target);
  }

  /** Closes every connection; when this returns, all of the relay's threads have ended. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // the relay no longer accepts connections, which is all that is needed
    }
    connections.forEach(RelayedConnection::close);
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    try {
      TimeUnit.NANOSECONDS.timedJoin(accepting, untilNanos - System.nanoTime());
      for (RelayedConnection connection : connections) {
        connection.joinThreads(untilNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
