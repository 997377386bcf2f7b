package io.streambench.bench.cluster;

import io.streambench.program.JavaProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;

/** A Solr node in a process of its own, which can be restarted with the same port and data. */
public final class RestartableNode implements AutoCloseable {
  private static final Duration STOCK_IDLE_TIMEOUT = Duration.ofMinutes(2);

  private final Path home;
  private final String zkHost;
  private final int port;
  private JavaProcess process;

  private RestartableNode(Path home, String zkHost, int port) {
    this.home = home;
    this.zkHost = zkHost;
    this.port = port;
  }

  /** Starts the node in an empty folder, and returns when it has joined. */
  public static RestartableNode join(String zkHost, Path home) throws Exception {
    RestartableNode node = new RestartableNode(home, zkHost, findFreePort());
    node.start();
    return node;
  }

  private static int findFreePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void start() throws Exception {
    process = StockNode.start(home, zkHost, port, STOCK_IDLE_TIMEOUT);
  }

  public void kill() throws InterruptedException {
    process.kill();
    process.waitFor();
  }

  public void restart() throws Exception {
    start();
  }

  @Override
  public void close() {
    process.close();
  }
}
