package io.streambench.cluster;

import io.streambench.config.ClusterNeeds;
import io.streambench.transport.SolrTransport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts or finds the cluster that the settings of a run ask for.
 *
 * @param data an empty folder for what the cluster keeps; the caller removes it
 * @param own starts the processes that are not found; the caller closes it
 * @param pool folder of the {@link ClusterPool} of whoever started this run, if there is one
 * @param user for the name of a collection of ours
 */
public record Clusters(
    Path data, ClusterPool own, Optional<Path> pool, String user, Consumer<String> out) {

  /** Starts or finds it; {@link Cluster#prepare} is to follow. */
  public Cluster start(ClusterNeeds settings, SolrTransport transport) throws Exception {
    return switch (settings.cluster().kind()) {
      case EMBEDDED ->
          EmbeddedCluster.start(
              settings.cluster(), settings.documents(), data, transport, Optional.empty());
      case PROCESS -> process(settings);
      case EXTERNAL -> ExternalCluster.connect(settings, transport, user, out);
    };
  }

  public ReadyCluster process(ClusterNeeds settings) throws Exception {
    Optional<ReadyCluster> found =
        pool.isPresent()
            ? ClusterPool.find(pool.get(), ClusterRequest.of(settings))
            : Optional.empty();
    return found.isPresent() ? found.get() : own.ensure(settings, out);
  }
}
