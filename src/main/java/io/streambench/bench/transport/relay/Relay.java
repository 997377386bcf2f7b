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
 * Stands before one node: takes connections on a port of loopback and brings every byte to the node
 * and back over two {@link Link}s that all of them share. It is a link and no TCP: no handshake, no
 * slow start, no loss. A node that refuses a connection is seen as one that resets it.
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
    this.toNode = Link.forDistance(distance);
    this.toClient = Link.forDistance(distance);
    this.server = server;
    this.name = "streambench-relay-" + server.getLocalPort();
    this.accepting = Threads.daemon(name + "-accepts", this::acceptConnections);
  }

  /** Opens a port that is free and relays until it is closed. */
  static Relay open(InetSocketAddress target, Distance distance) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(
        RelayedConnection.BUFFER_BYTES); // which must be known when a client connects
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
        if (!server.isClosed()) { // too many files are open, say
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
    if (server.isClosed()) { // then who closed it may not have seen this one
      connection.close();
    }
    connection.open(target);
  }

  /** Cuts every connection; when this returns, no thread of the relay's is left. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // it takes no connection any more, which is all that is asked for
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
