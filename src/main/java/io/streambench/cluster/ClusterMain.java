package io.streambench.cluster;

import io.streambench.config.Home;
import io.streambench.transport.SolrTransport;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The main of a cluster in a process of its own. Its argument is a folder with a request; when the
 * cluster is up and has its documents it says so there. It ends when its standard input does, and
 * with it goes its data: so it never outlives whoever started it, however that died.
 */
public final class ClusterMain {
  private static final long STOP_MILLIS = 15_000;

  private final long startNanos = System.nanoTime();
  private final ClusterFolder folder;
  private final Thread preparing = new Thread(this::prepare, "streambench-cluster-prepare");
  private volatile boolean stopping;
  private volatile boolean failed;
  private volatile DataFolder data;
  private volatile EmbeddedCluster cluster;

  private ClusterMain(ClusterFolder folder) {
    this.folder = folder;
  }

  /** Prepares the cluster, and ends the process when standard input ends. */
  public static void main(String[] arguments) throws IOException {
    ClusterMain main = new ClusterMain(new ClusterFolder(Path.of(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(main::stop, "streambench-cluster-exit"));
    main.preparing.start();
    while (System.in.read() >= 0) {
      // Nothing is ever said here: it is the end that counts.
    }
    System.exit(0);
  }

  private void prepare() {
    try {
      start();
    } catch (Exception | Error e) {
      // What fails because it was told to stop is no failure, and the JVM is on its way out.
      if (!stopping) {
        failed = true;
        tell(e);
        System.exit(1);
      }
    }
  }

  private void start() throws Exception {
    ClusterRequest request = folder.request();
    // Removed by our own hook, once nothing is written to it any more.
    data = DataFolder.createKept(Home.dataFolder());
    SolrTransport transport = SolrTransport.open(request.transport());
    cluster =
        EmbeddedCluster.start(
            request.cluster(), request.documents(), data.path().resolve("cluster"), transport);
    double[] upSeconds = new double[1];
    double indexSeconds = cluster.prepare(() -> upSeconds[0] = secondsSinceStart());
    ControlPort control = ControlPort.open(() -> String.join("\n", cluster.serverDumps()));
    folder.ready(
        new ReadyCluster(
            cluster.zkHost(),
            cluster.collection(),
            request,
            ProcessHandle.current().pid(),
            control.port(),
            upSeconds[0],
            indexSeconds,
            transport.nodeClients()));
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void tell(Throwable failure) {
    failure.printStackTrace();
    try {
      folder.failure(ClusterException.rootOf(failure));
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  /** In order, if that does not take too long; the data goes in any case. */
  private void stop() {
    stopping = true;
    Thread closing = new Thread(this::closeInOrder, "streambench-cluster-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (data != null) {
      data.close();
    }
  }

  private void closeInOrder() {
    try {
      if (!failed) { // or it is in System.exit, and waits for us
        preparing.interrupt();
        preparing.join();
      }
      if (cluster != null) {
        cluster.close();
      }
    } catch (Exception e) {
      e.printStackTrace();
    }
  }
}
