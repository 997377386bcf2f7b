package io.streambench.solr10;

import io.streambench.base.files.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * Runs a cluster of Solr 10 with its own ZooKeeper, each node in its own JVM. The nodes run until
 * standard input ends, so that they never outlive their parent process.
 */
public final class Nodes {
  private static final long STOP_TIMEOUT_MILLIS = 15_000;

  private Nodes() {}

  /**
   * Prints the addresses of ZooKeeper and of a node once all nodes are up.
   *
   * @param args the number of nodes and an empty folder for their data; or, for one node that joins
   *     a cluster, the address of ZooKeeper and the node's folder
   */
  public static void main(String[] args) {
    try {
      run(args);
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // Solr's threads would keep the JVM alive
    }
  }

  private static void run(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    JettyConfig config = JettyConfig.builder().stopAtShutdown(false).build();
    if (args[0].contains(":")) {
      runUntilEndOfInput(joinCluster(args[0], folder, config)::stop);
      return;
    }
    MiniSolrCloudCluster first =
        new MiniSolrCloudCluster(1, folder, MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML, config);
    String zkHost = first.getZkServer().getZkAddress();
    for (int node = 2; node <= Integer.parseInt(args[0]); node++) {
      start(zkHost, Files.createDirectory(folder.resolve("jvm" + node)));
    }
    System.out.println("zkHost=" + zkHost);
    System.out.println("solr=" + first.getJettySolrRunner(0).getBaseUrl());
    runUntilEndOfInput(first::shutdown);
  }

  private static JettySolrRunner joinCluster(String zkHost, Path home, JettyConfig config)
      throws Exception {
    Properties properties = new Properties();
    properties.setProperty("zkHost", zkHost);
    Files.writeString(home.resolve("solr.xml"), MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML);
    JettySolrRunner node = new JettySolrRunner(home.toString(), properties, config);
    node.start();
    System.out.println(node.getBaseUrl());
    return node;
  }

  /** Starts a node in a new JVM that ends when this JVM ends. Waits until the node is up. */
  private static void start(String zkHost, Path folder) throws IOException {
    RuntimeMXBean here = ManagementFactory.getRuntimeMXBean();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(here.getInputArguments());
    command.addAll(List.of("-cp", here.getClassPath(), Nodes.class.getName(), zkHost));
    command.add(folder.toString());
    Process node =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = node.inputReader();
    if (output.readLine() == null) {
      throw new IOException("a node did not start, see above");
    }
    Threads.start("node-output", () -> output.lines().forEach(System.err::println));
  }

  private static void runUntilEndOfInput(AutoCloseable nodes) throws IOException {
    System.in.transferTo(OutputStream.nullOutputStream()); // waits for the end of input
    Threads.startAndAwait("stop-nodes", () -> stop(nodes), STOP_TIMEOUT_MILLIS);
    Runtime.getRuntime().halt(0);
  }

  private static void stop(AutoCloseable nodes) {
    try {
      nodes.close();
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
