package io.streambench.bench.cluster;

import io.streambench.program.JavaProcess;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * A stock node in a process of its own: the first one starts a ZooKeeper, and others join it. The
 * node prints the address of ZooKeeper and its own, and ends when its standard input ends.
 */
final class StockNode {
  private static final String READY = "READY ";

  private StockNode() {}

  /**
   * Starts a node; without {@code zkHost}, the first node of a cluster. The folder is new, or
   * belongs to a killed node.
   */
  static JavaProcess start(Path folder, String zkHost, int port, Duration idleTimeout)
      throws Exception {
    JavaProcess node =
        JavaProcess.ofTest(
            Files.createDirectories(folder),
            List.of("-Xmx512m"),
            StockNode.class,
            folder.toString(),
            zkHost,
            Integer.toString(port),
            idleTimeout.toString());
    node.awaitOutput(READY);
    return node;
  }

  /** Returns the words after READY: the address of ZooKeeper and the URL of the node. */
  static List<String> addresses(JavaProcess node) {
    return node.output()
        .lines()
        .filter(line -> line.startsWith(READY))
        .map(line -> List.of(line.split(" ")).subList(1, 3))
        .findFirst()
        .orElseThrow();
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    String zkHost = arguments[1];
    JettyConfig config =
        JettyConfig.builder()
            .setContext("/solr")
            .setPort(Integer.parseInt(arguments[2]))
            .stopAtShutdown(false)
            .build();
    if (zkHost.isEmpty()) {
      zkHost =
          new MiniSolrCloudCluster(0, folder.resolve("data"), config).getZkServer().getZkAddress();
    }
    Properties properties = new Properties();
    properties.setProperty("zkHost", zkHost);
    Path home = Files.createDirectories(folder.resolve("home"));
    JettySolrRunner node =
        new StockCluster.Node(home, properties, config, Duration.parse(arguments[3]));
    node.start();
    System.out.println(READY + zkHost + " " + node.getBaseUrl());
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }
}
