package io.streambench.cluster;

import io.streambench.program.JavaProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** A Solr node in a process of its own, which comes back with its port and its data. */
public final class RestartableNode implements AutoCloseable {
  private static final String UP = "the node is up";

  private final Path home;
  private final String zkHost;
  private final int port;
  private JavaProcess process;

  private RestartableNode(Path home, String zkHost, int port) {
    this.home = home;
    this.zkHost = zkHost;
    this.port = port;
  }

  /** Starts it in an empty folder; returns when it has joined. */
  public static RestartableNode join(String zkHost, Path home) throws Exception {
    RestartableNode node = new RestartableNode(home, zkHost, freePort());
    node.start();
    return node;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void start() throws Exception {
    process =
        JavaProcess.ofTest(
            home,
            List.of("-Xmx512m"),
            RestartableNode.class,
            Files.createDirectories(home.resolve("solr")).toString(),
            zkHost,
            Integer.toString(port));
    process.awaitOutput(UP);
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

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("zkHost", arguments[1]);
    JettyConfig config =
        JettyConfig.builder()
            .setContext("/solr")
            .setPort(Integer.parseInt(arguments[2]))
            .stopAtShutdown(false)
            .build();
    new JettySolrRunner(arguments[0], properties, config).start();
    System.out.println(UP);
    Thread.currentThread().join();
  }
}
