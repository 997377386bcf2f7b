package io.streambench.solr10;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;

/**
 * Nodes of Solr 10 with a ZooKeeper of their own. They live until standard input ends, so that they
 * never outlive the process that started them.
 */
public final class Nodes {
  private static final long STOP_SECONDS = 15;

  private Nodes() {}

  /**
   * Prints the addresses of ZooKeeper and of a node once all nodes are up.
   *
   * @param args number of nodes, and an empty folder for their data
   */
  public static void main(String[] args) throws Exception {
    MiniSolrCloudCluster nodes =
        new MiniSolrCloudCluster(
            Integer.parseInt(args[0]),
            Path.of(args[1]),
            MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML,
            JettyConfig.builder().stopAtShutdown(false).build());
    System.out.println("zkHost=" + nodes.getZkServer().getZkAddress());
    System.out.println("solr=" + nodes.getJettySolrRunner(0).getBaseUrl());
    awaitEndOfInput();
    Thread stopping = new Thread(() -> stop(nodes), "stop-nodes");
    stopping.setDaemon(true);
    stopping.start();
    stopping.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    Runtime.getRuntime().halt(0);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // nothing is ever said here
    }
  }

  private static void stop(MiniSolrCloudCluster nodes) {
    try {
      nodes.shutdown();
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
