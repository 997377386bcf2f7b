package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.Values;
import java.util.Optional;

/**
 * Settings of the SolrCloud under test.
 *
 * @param solr release line of the nodes; not used for an external cluster
 * @param zkHost address of an external cluster; empty for the other kinds
 * @param heap maximum heap of a cluster in its own process, as a value of {@code -Xmx}
 * @param nodeCount number of Solr nodes; not used for an external cluster
 * @param numReplicas replicas of each shard, the leader included
 */
public record ClusterSettings(
    ClusterKind kind,
    SolrReleaseLine solr,
    Optional<ZkHost> zkHost,
    CollectionSettings collection,
    String heap,
    int nodeCount,
    int numShards,
    int numReplicas,
    DocumentPlacement placement) {
  public static final String HEAP_PROPERTY = "streambench.clusterHeap";

  static final String DEFAULT_HEAP = "2g";

  public ClusterSettings {
    if (kind == ClusterKind.EXTERNAL && zkHost.isEmpty()) {
      throw new SettingException("zkHost", "be given with cluster=external", ZkHost.NONE_TEXT);
    }
    if (kind != ClusterKind.EXTERNAL && zkHost.isPresent()) {
      throw new SettingException("zkHost", "be left out with cluster=" + kind, zkHost.get());
    }
    if (kind != ClusterKind.EXTERNAL && collection.existingCollection().isPresent()) {
      throw new SettingException(
          "collection",
          "be own unless zkHost names a cluster",
          collection.existingCollection().get());
    }
    if (collection.existingCollection().isPresent() && placement != DocumentPlacement.HASH) {
      throw new SettingException(
          BenchmarkParameters.PLACEMENT.name(),
          "be left out with collection="
              + collection.existingCollection().get()
              + ", which is read as it is",
          placement);
    }
    if (kind != ClusterKind.EXTERNAL && numReplicas > nodeCount) {
      throw new SettingException(
          "numReplicas", "be at most nodeCount (" + nodeCount + ")", numReplicas);
    }
  }

  /** Returns the settings of a cluster in the calling JVM. */
  public static ClusterSettings embedded(
      int nodeCount, int numShards, int numReplicas, DocumentPlacement placement) {
    return new ClusterSettings(
        ClusterKind.EMBEDDED,
        SolrReleaseLine.SOLR_9,
        Optional.empty(),
        CollectionSettings.forCreatedCollection(),
        DEFAULT_HEAP,
        nodeCount,
        numShards,
        numReplicas,
        placement);
  }

  /**
   * Reads the settings. A cluster in its own process uses {@code defaultHeap} if no heap is given.
   */
  static ClusterSettings of(GivenParameters given, String defaultHeap) {
    ClusterKind kind = ClusterKind.of(given);
    SolrReleaseLine nodes = SolrReleaseLine.ofNodes(given);
    if (kind == ClusterKind.EXTERNAL && given.get(BenchmarkParameters.NODE_SOLR).isPresent()) {
      throw new SettingException(
          BenchmarkParameters.NODE_SOLR.name(), "be left out with zkHost", nodes);
    }
    return new ClusterSettings(
        kind == ClusterKind.EMBEDDED && nodes != given.get(BenchmarkParameters.SOLR)
            ? ClusterKind.PROCESS // a JVM loads only one release line of Solr
            : kind,
        nodes,
        given.get(BenchmarkParameters.ZK_HOST),
        CollectionSettings.of(given),
        readHeap(given, defaultHeap),
        given.get(BenchmarkParameters.NODE_COUNT),
        given.get(BenchmarkParameters.NUM_SHARDS),
        given.get(BenchmarkParameters.NUM_REPLICAS),
        given.get(BenchmarkParameters.PLACEMENT));
  }

  static String readHeap(GivenParameters given, String defaultHeap) {
    return Values.heapSize(
        HEAP_PROPERTY, given.properties().getOrDefault(HEAP_PROPERTY, defaultHeap));
  }
}
