package io.streambench.bench.cluster;

import io.streambench.base.files.DataFolder;
import io.streambench.base.files.Threads;
import io.streambench.bench.transport.SolrTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The main class of a process that runs a cluster, or a node that joins a cluster. The argument is
 * the {@link ClusterFolder}, which holds the request and receives the result. When standard input
 * ends, the process removes its data and exits, so it never outlives its parent.
 */
public final class ClusterMain {
  private static final long STOP_TIMEOUT_MILLIS = 15_000;

  private final long startNanos = System.nanoTime();
  private final ClusterFolder folder;
  private final Thread prepareThread = new Thread(this::prepare, "streambench-cluster-prepare");
  private volatile boolean isStopping;
  private volatile boolean hasFailed;
  private volatile DataFolder dataFolder;
  private volatile AutoCloseable runningNodes;

  private ClusterMain(ClusterFolder folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    ClusterMain main = new ClusterMain(new ClusterFolder(Path.of(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(main::stopAll, "streambench-cluster-exit"));
    main.prepareThread.start();
    System.in.transferTo(OutputStream.nullOutputStream()); // waits for the end of input
    System.exit(0);
  }

  private void prepare() {
    try {
      start();
    } catch (Exception | Error e) {
      // Ignores failures caused by the stop, since the JVM is exiting.
      if (!isStopping) {
        hasFailed = true;
        reportFailure(e);
        System.exit(1);
      }
    }
  }

  private void start() throws Exception {
    ClusterRequest request = folder.readRequest();
    // The shutdown hook of this class removes the folder after the last write.
    dataFolder = DataFolder.createPersistent(DataFolder.defaultParent());
    SolrTransport transport = SolrTransport.open(request.transport());
    folder.writeReadyCluster(
        request.joinedZkHost() == null
            ? startCluster(request, transport)
            : startJoiningNode(request.joinedZkHost(), request, transport));
  }

  private ReadyCluster startCluster(ClusterRequest request, SolrTransport transport)
      throws Exception {
    EmbeddedCluster cluster =
        EmbeddedCluster.start(request, dataFolder.path().resolve("cluster"), transport);
    runningNodes = cluster;
    double[] upSeconds = new double[1];
    double indexSeconds = cluster.prepare(() -> upSeconds[0] = secondsSinceStart());
    return new ReadyCluster(
        cluster.zkHost(),
        cluster.collection(),
        request,
        ProcessHandle.current().pid(),
        openControlPort(cluster.nodes(), transport),
        upSeconds[0],
        indexSeconds,
        transport.nodeClients(),
        transport.nodeOutputs(),
        null);
  }

  private ReadyCluster startJoiningNode(
      String zkHost, ClusterRequest request, SolrTransport transport) throws Exception {
    Path home = Files.createDirectory(dataFolder.path().resolve("node"));
    ObservedNode node = ObservedNode.create(home, zkHost, transport);
    runningNodes =
        () -> {
          node.skipGracePeriod();
          node.stop();
        };
    node.start();
    return new ReadyCluster(
        zkHost,
        "",
        request,
        ProcessHandle.current().pid(),
        openControlPort(List.of(node), transport),
        secondsSinceStart(),
        0,
        transport.nodeClients(),
        transport.nodeOutputs(),
        new ReadyCluster.Node(
            node.getNodeName(), node.getBaseUrl().toString(), home.toAbsolutePath().toString()));
  }

  /** Opens a port that serves the state of the nodes, and returns its number. */
  private static int openControlPort(List<ObservedNode> nodes, SolrTransport transport)
      throws IOException {
    return ControlPort.open(
            Map.of(
                ControlPort.DUMP_PATH,
                () ->
                    nodes.stream()
                        .map(node -> node.server().dump())
                        .collect(Collectors.joining("\n")),
                ControlPort.INDEX_PATH,
                () -> nodes.stream().flatMap(node -> CoreIndex.of(node).stream()).toList(),
                ControlPort.HEAP_PATH,
                Cluster::heapBytesAfterCollection,
                ControlPort.FLOW_CONTROL_PATH,
                transport::nodeTotals))
        .port();
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void reportFailure(Throwable failure) {
    failure.printStackTrace();
    try {
      folder.writeFailure(ClusterException.rootCauseMessage(failure));
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  /** Closes the cluster or node within {@value #STOP_TIMEOUT_MILLIS} ms, then removes the data. */
  private void stopAll() {
    isStopping = true;
    Threads.startAndAwait("streambench-cluster-close", this::closeInOrder, STOP_TIMEOUT_MILLIS);
    if (dataFolder != null) {
      dataFolder.close();
    }
  }

  private void closeInOrder() {
    try {
      if (!hasFailed) { // after a failure, prepareThread waits for this thread in System.exit
        prepareThread.interrupt();
        prepareThread.join();
      }
      if (runningNodes != null) {
        runningNodes.close();
      }
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
