package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Settings of the benchmark that recovers replicas.
 *
 * @param protocol protocol of the recovering node's clients
 * @param cluster the leaders' cluster, with one node for all shards
 * @param flowControl flow control of the recovering node's clients
 * @param maxConcurrentStreams maximum open streams per session of the leaders' node; empty for
 *     Jetty's limit
 * @param distance distance between the two nodes
 */
public record RecoverySettings(
    HttpVersion protocol,
    ClusterSettings cluster,
    DocumentSettings documents,
    FlowControlSettings flowControl,
    OptionalInt maxConcurrentStreams,
    Distance distance)
    implements ClusterRequirements {
  /** The maximum heap of a cluster, small enough for several clusters on one machine. */
  private static final String CLUSTER_HEAP = "1g";

  private static final int MAX_SHARDS = 100;

  /** The approximate size of an update request, small enough for several copies in memory. */
  private static final int REQUEST_BYTES = 1_000_000;

  private static final int INDEX_THREADS = 4;

  public static RecoverySettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    given.get(BenchmarkParameters.COPIED_BY); // rejects values that older versions accepted
    int bytes = given.get(BenchmarkParameters.DOC_SIZE_BYTES);
    int shards = given.get(BenchmarkParameters.NUM_SHARDS);
    SettingException.throwIf(
        shards > MAX_SHARDS,
        BenchmarkParameters.NUM_SHARDS.name(),
        "be at most " + MAX_SHARDS + " with IndexRecovery",
        shards);
    return new RecoverySettings(
        given.protocol(),
        new ClusterSettings(
            ClusterKind.PROCESS,
            SolrReleaseLine.SOLR_9,
            Optional.empty(),
            CollectionSettings.forCreatedCollection(),
            ClusterSettings.readHeap(given, CLUSTER_HEAP),
            1,
            shards,
            1,
            DocumentPlacement.HASH),
        new DocumentSettings(
            given.get(BenchmarkParameters.DOC_COUNT),
            bytes,
            1,
            INDEX_THREADS,
            Math.max(1, REQUEST_BYTES / bytes)),
        FlowControlSettings.of(given),
        ConnectionSettings.of(given).maxConcurrentStreams(),
        Distance.of(given));
  }

  /**
   * Returns the transport of the leaders' node. The node's own clients, which a recovery does not
   * use, have default settings.
   */
  @Override
  public TransportSettings transport() {
    return createTransport(HttpVersion.HTTP_2, FlowControlSettings.ofDefault());
  }

  private TransportSettings createTransport(
      HttpVersion clientProtocol, FlowControlSettings strategy) {
    return TransportSettings.of(
        clientProtocol, false, strategy, maxConcurrentStreams, NodeOutput.DEFAULT);
  }

  @Override
  public Optional<Distance> distanceToJoiningNode() {
    return Optional.of(distance);
  }

  @Override
  public List<String> warnings() {
    return protocol == HttpVersion.HTTP_2
        ? FlowControlSettings.warnings(flowControl)
        : createTransport(protocol, flowControl).unusedSettingWarnings();
  }
}
