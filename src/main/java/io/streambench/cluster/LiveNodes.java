package io.streambench.cluster;

import io.streambench.config.CollectionAddress;
import io.streambench.config.ZkHost;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.ZkStateReader;

/** The nodes that ZooKeeper has as live; it is only read. */
public final class LiveNodes {
  private static final int LIMIT_SECONDS = 10;

  private LiveNodes() {}

  /** The URL of each; refused if ZooKeeper does not answer in time, or is not a SolrCloud's. */
  public static List<String> of(ZkHost zkHost) throws Exception {
    int millis = Math.toIntExact(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
    try (ZkStateReader state = new ZkStateReader(zkHost.text(), millis, millis)) {
      state.createClusterStateWatchersAndUpdate();
      List<String> urls =
          state.getClusterState().getLiveNodes().stream()
              .map(state::getBaseUrlForNodeName)
              .sorted()
              .toList();
      if (urls.isEmpty()) {
        throw ClusterException.of(CollectionAddress.ZK, "have a node that is up", zkHost);
      }
      return urls;
    } catch (SolrException e) {
      throw ClusterException.notConnected(CollectionAddress.ZK, LIMIT_SECONDS, zkHost, e);
    }
  }
}
