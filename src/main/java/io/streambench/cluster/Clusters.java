package io.streambench.cluster;

import io.streambench.config.ClusterNeeds;
import io.streambench.transport.SolrTransport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts or finds the cluster that the settings of a run ask for.
 *
 * @param data an empty folder for what the cluster keeps; left to the caller to remove
 * @param pool folder of the {@link ClusterPool} that has started clusters for this run, if there is
 *     one
 * @param user who runs it, for the name of a collection of ours among those of others
 * @param out receives lines for people
 */
public record Clusters(Path data, Optional<Path> pool, String user, Consumer<String> out) {

  /**
   * Starts or finds it; {@link Cluster#prepare} is to follow.
   *
   * @param transport acts on the nodes, if they run in this JVM, and makes the clients that prepare
   * @throws ClusterException if there is none to be had
   */
  public Cluster start(ClusterNeeds settings, SolrTransport transport) throws Exception {
    return switch (settings.cluster().kind()) {
      case EMBEDDED ->
          EmbeddedCluster.start(settings.cluster(), settings.documents(), data, transport);
      case PROCESS -> process(settings);
      case EXTERNAL -> ExternalCluster.connect(settings, transport, user, out);
    };
  }

  private Cluster process(ClusterNeeds settings) throws Exception {
    Found found = found(settings);
    return new ProcessCluster(found.ready(), found.owned());
  }

  /**
   * A cluster in a process of its own.
   *
   * @param owned to be closed with whoever asked for it: what was started for it alone
   */
  record Found(ReadyCluster ready, AutoCloseable owned) {}

  /** Finds the process that the settings ask for, or starts it. */
  Found found(ClusterNeeds settings) throws Exception {
    ClusterRequest request = ClusterRequest.of(settings);
    Optional<ReadyCluster> found =
        pool.isPresent() ? ClusterPool.find(pool.get(), request) : Optional.empty();
    if (found.isPresent()) {
      return new Found(found.get(), () -> {});
    }
    ClusterPool own = ClusterPool.open(data);
    try {
      return new Found(own.ensure(settings, out), own);
    } catch (Exception | Error e) {
      own.close();
      throw e;
    }
  }
}
