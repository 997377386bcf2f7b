package io.streambench.bench.cluster;

import io.streambench.bench.settings.ClusterNeeds;
import io.streambench.bench.transport.SolrTransport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts or finds the cluster that a run's settings require.
 *
 * @param data an empty folder for the cluster's data; the caller removes it
 * @param ownPool pool that starts clusters missing from {@code pool}; the caller closes it
 * @param pool folder of the parent process's {@link ClusterPool}, if it has one
 * @param user user name, which becomes part of the names of created collections
 */
public record Clusters(
    Path data, ClusterPool ownPool, Optional<Path> pool, String user, Consumer<String> out) {

  /** Starts or finds the cluster; the caller must then call {@link Cluster#prepare}. */
  public Cluster start(ClusterNeeds settings, SolrTransport transport) throws Exception {
    return switch (settings.cluster().kind()) {
      case EMBEDDED -> EmbeddedCluster.start(settings, data, transport);
      case PROCESS -> process(settings);
      case EXTERNAL -> ExternalCluster.connect(settings, transport, user, out);
    };
  }

  public ReadyCluster process(ClusterNeeds settings) throws Exception {
    Optional<ReadyCluster> found =
        pool.isPresent()
            ? ClusterPool.find(pool.get(), ClusterRequest.of(settings))
            : Optional.empty();
    return found.isPresent() ? found.get() : ownPool.ensure(settings, out);
  }
}
