package io.streambench.config;

/**
 * The shape of the SolrCloud under test.
 *
 * @param nodeCount Solr nodes
 * @param numShards shards of the collection
 * @param numReplicas replicas of each shard, the leader included
 */
public record ClusterSettings(int nodeCount, int numShards, int numReplicas) {
  public ClusterSettings {
    if (numReplicas > nodeCount) {
      throw new SettingException(
          "numReplicas", "be at most nodeCount (" + nodeCount + ")", numReplicas);
    }
  }
}
