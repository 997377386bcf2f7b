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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy for one node. It accepts connections on a loopback port and forwards every byte to the
 * node and back over two {@link Link}s that all connections share. The relay simulates a link
 * without TCP's handshake, slow start and loss. If the node refuses a connection, the client's
 * connection is reset.
 */
final class Relay implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long CLOSE_TIMEOUT_SECONDS = 2;
  private static final long RETRY_DELAY_MILLIS = 100;

  private final InetSocketAddress target;
  private final Link toNode;
  private final Link toClient;
  private final ServerSocket serverSocket;
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();

  /** The executor that runs every task on a new thread. */
  private final ExecutorService threads;

  private Relay(InetSocketAddress target, Distance distance, ServerSocket server) {
    this.target = target;
    this.toNode = new Link(distance);
    this.toClient = new Link(distance);
    this.serverSocket = server;
    String name = "streambench-relay-" + server.getLocalPort() + "-";
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            0,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> Threads.daemon(name + number.incrementAndGet(), task));
  }

  /** Starts a relay on a free port. The relay runs until it is closed. */
  static Relay open(InetSocketAddress target, Distance distance) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(RelayedConnection.BUFFER_BYTES); // must be set before bind
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    Relay relay = new Relay(target, distance, server);
    relay.threads.execute(relay::acceptConnections);
    return relay;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), serverSocket.getLocalPort());
  }

  private void acceptConnections() {
    while (!serverSocket.isClosed()) {
      try {
        startRelay(serverSocket.accept());
      } catch (IOException e) {
        if (!serverSocket.isClosed()) { // e.g. too many open files
          System.err.println("warning: the relay to " + target + " takes no connection: " + e);
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_DELAY_MILLIS));
        }
      }
    }
  }

  private void startRelay(Socket client) {
    connections.removeIf(RelayedConnection::isClosed);
    RelayedConnection connection = new RelayedConnection(client, toNode, toClient, threads);
    connections.add(connection);
    if (serverSocket.isClosed()) { // otherwise close() may have missed this connection
      connection.close();
    }
    connection.open(target);
  }

  /** Closes every connection, and waits briefly until the relay's threads have ended. */
  @Override
  public void close() {
    try {
      serverSocket.close();
    } catch (IOException e) {
      // the relay no longer accepts connections, which is all that is needed
    }
    connections.forEach(RelayedConnection::close);
    threads.shutdownNow();
    try {
      var unused = threads.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
