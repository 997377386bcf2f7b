package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.SolrJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pool of clusters in their own processes, with one cluster per distinct request. Other JVMs find
 * clusters through the pool's folder. All clusters stop when the pool is closed or this JVM exits.
 */
public final class ClusterPool implements AutoCloseable {
  /**
   * The system property with the pool's folder; if it is not set, each fork starts its own cluster.
   */
  public static final String FOLDER_PROPERTY = "streambench.clusters";

  private static final String FOLDER_PREFIX = "cluster-";

  private final Path folder;
  private final SolrJars jars;
  private final Map<ClusterRequest, ClusterStart> startsByRequest = new LinkedHashMap<>();

  /** All running processes. Thread-safe, since {@link #close} may run while a cluster starts. */
  private final List<ClusterProcess> processes = new CopyOnWriteArrayList<>();

  private volatile boolean closed;
  private int lastFolderNumber;

  private record ClusterStart(
      ClusterProcess process, ReadyCluster readyCluster, ClusterException failure) {}

  /** Creates a pool whose clusters have these jars first on their class paths. */
  public ClusterPool(Path folder, SolrJars jars) {
    this.folder = folder;
    this.jars = jars;
  }

  /** Creates a pool whose clusters run a released Solr. */
  public static ClusterPool open(Path folder) {
    return new ClusterPool(folder, SolrJars.NONE);
  }

  /**
   * Returns the cluster for these settings, and starts the cluster if it is not running. If an
   * earlier start of this cluster has failed, throws the same exception again.
   */
  public synchronized ReadyCluster getOrStart(ClusterRequirements settings, Consumer<String> out)
      throws IOException, InterruptedException {
    ClusterRequest request = ClusterRequest.of(settings);
    ClusterStart existing = startsByRequest.get(request);
    if (existing != null && existing.failure() != null) {
      throw existing.failure();
    }
    if (existing != null && existing.process().isAlive()) {
      return existing.readyCluster();
    }
    if (existing != null) {
      out.accept("# warning: the cluster's process " + existing.readyCluster().pid() + " has died");
      existing.process().folder().removeReadyFile();
    }
    return start(request, out);
  }

  /** Stops every cluster that is not in {@code needed}, to free memory and CPU time. */
  public synchronized void stopAllExcept(Collection<? extends ClusterRequirements> needed)
      throws IOException {
    Set<ClusterRequest> kept = needed.stream().map(ClusterRequest::of).collect(Collectors.toSet());
    List<ClusterRequest> idle =
        startsByRequest.keySet().stream().filter(request -> !kept.contains(request)).toList();
    for (ClusterRequest request : idle) {
      ClusterProcess process = startsByRequest.remove(request).process();
      process.folder().removeReadyFile();
      process.close();
      processes.remove(process);
    }
  }

  private ReadyCluster start(ClusterRequest request, Consumer<String> out)
      throws IOException, InterruptedException {
    if (closed) {
      throw new ClusterException("no cluster is started any more: the run is at its end", null);
    }
    ClusterFolder clusterFolder =
        new ClusterFolder(
            Files.createDirectories(folder.resolve(FOLDER_PREFIX + ++lastFolderNumber)));
    out.accept(
        TextFormat.of(
            "%n# starting a cluster in a process of its own (-Xmx%s), log: %s",
            request.heap(), clusterFolder.log()));
    ClusterProcess process = ClusterProcess.start(clusterFolder, request, jars);
    processes.add(process);
    if (closed) {
      process.close();
    }
    try {
      ReadyCluster ready = process.awaitReady();
      startsByRequest.put(request, new ClusterStart(process, ready, null));
      out.accept(
          TextFormat.of(
              "# cluster is up after %.1f s, %,d documents of %,d bytes indexed in %.1f s",
              ready.startSeconds(),
              request.documents().docCount(),
              request.documents().docSizeBytes(),
              ready.indexSeconds()));
      return ready;
    } catch (ClusterException e) {
      startsByRequest.put(request, new ClusterStart(process, null, e));
      throw e;
    }
  }

  /**
   * Finds a running cluster for this request. Throws if the cluster for this request has failed to
   * start or has died.
   */
  static Optional<ReadyCluster> find(Path folder, ClusterRequest request) throws IOException {
    ClusterException failure = null;
    for (ClusterFolder clusterFolder : listFolders(folder)) {
      if (!clusterFolder.readRequest().equals(request)) {
        continue;
      }
      Optional<ReadyCluster> ready = clusterFolder.readReadyCluster();
      if (clusterFolder.readFailure().isPresent()) {
        failure = new ClusterException(clusterFolder.readFailure().get(), null);
      } else if (ready.isPresent() && ready.get().isAlive()) {
        return ready;
      } else if (ready.isPresent()) {
        failure =
            new ClusterException(
                "the cluster's process " + ready.get().pid() + " has died",
                null,
                clusterFolder.lastLogLines(1));
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  private static List<ClusterFolder> listFolders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().startsWith(FOLDER_PREFIX))
          .sorted()
          .map(ClusterFolder::new)
          .toList();
    }
  }

  @Override
  public void close() {
    closed = true;
    // Stop all in parallel, then wait for each.
    List<Thread> stopping =
        processes.stream()
            .map(process -> new Thread(process::close, "streambench-cluster-stop"))
            .toList();
    stopping.forEach(Thread::start);
    try {
      for (Thread thread : stopping) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
