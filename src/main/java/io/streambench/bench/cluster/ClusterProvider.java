package io.streambench.bench.cluster;

import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.transport.SolrTransport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A provider that starts or finds the cluster that a run's settings require.
 *
 * @param dataFolder an empty folder for the cluster's data; the caller removes it
 * @param ownPool pool that starts clusters missing from {@code parentPoolFolder}; the caller closes
 *     it
 * @param parentPoolFolder folder of the parent process's {@link ClusterPool}, if it has one
 * @param user user name, which becomes part of the names of created collections
 */
public record ClusterProvider(
    Path dataFolder,
    ClusterPool ownPool,
    Optional<Path> parentPoolFolder,
    String user,
    Consumer<String> out) {
  /** Starts or finds the cluster; the caller must then call {@link Cluster#prepare}. */
  public Cluster start(ClusterRequirements settings, SolrTransport transport) throws Exception {
    return switch (settings.cluster().kind()) {
      case EMBEDDED -> EmbeddedCluster.start(settings, dataFolder, transport);
      case PROCESS -> findOrStartProcess(settings);
      case EXTERNAL -> ExternalCluster.connect(settings, transport, user, out);
    };
  }

  public ReadyCluster findOrStartProcess(ClusterRequirements settings) throws Exception {
    Optional<ReadyCluster> found =
        parentPoolFolder.isPresent()
            ? ClusterPool.find(parentPoolFolder.get(), ClusterRequest.of(settings))
            : Optional.empty();
    return found.isPresent() ? found.get() : ownPool.getOrStart(settings, out);
  }
}
